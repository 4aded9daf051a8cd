import { pathInside } from '@godhuli/contracts/page';
import { useLocation } from 'react-router-dom';
import { UpdateOffer } from '../updates/update-offer';
import { EmotionProvider } from './emotion-provider';
import { RemoteArea, type RemoteAreaProps } from './remote-area';
import { useRoutedZone } from './use-routed-zone';

const emotion = () => EmotionProvider;

/** A remote in a document of several pages: a router navigates between them, and a newer release is offered. */
export function RoutedArea(props: Omit<RemoteAreaProps, 'useRouting' | 'styleProvider'>) {
  const { page, mount } = props;
  const { pathname } = useLocation();
  const version = page.remotes[mount.remote]?.live.version ?? '';
  return (
    <>
      <RemoteArea {...props} useRouting={useRoutedZone} styleProvider={emotion} />
      {!page.preview && <UpdateOffer remote={mount.remote} version={version} pathname={pathInside(mount, pathname)} />}
    </>
  );
}

import LoaderCircle from 'lucide-react/icons/loader-circle';
import { turn } from './spinner.styles';

export function Spinner() {
  return <LoaderCircle aria-hidden="true" strokeWidth={1.75} css={{ animation: `${turn} 900ms linear infinite` }} />;
}

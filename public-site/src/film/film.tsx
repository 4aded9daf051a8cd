import { filmPageUrl, filmPlayerUrl } from '@godhuli/contracts/film-link';
import type { Film } from '@godhuli/contracts/films';
import Play from 'lucide-react/icons/play';
import { chatUrl } from '../data/chat-url';
import type { Studio } from '../data/studio';
import { t } from '../languages/language';
import { Photo } from '../photo/photo';
import { durationText } from './duration';
import { FILM_FRAMES } from './film-frame';

interface FilmViewProps {
  film: Film;
  studio: Studio;
  heading: 'h1' | 'h2' | 'h3';
  hasPriority?: boolean;
}

/**
 * A film as the studio's own poster with a button. Nothing of another site loads before a tap (page-script/films.ts). Without
 * JavaScript the poster leads to the film; a film that cannot be played leads to a chat.
 */
export function FilmView({ film, studio, heading: Heading, hasPriority }: FilmViewProps) {
  const { title, description, poster, link, file, captions, captionsLanguage, durationSeconds } = film;
  const href = file ?? (link && filmPageUrl(link));
  const picture = (
    <>
      <Photo className="film__poster" media={poster} alt="" frames={FILM_FRAMES} hasPriority={hasPriority ?? false} />
      {href && (
        <span className="film__play">
          <Play className="icon" aria-hidden="true" />
        </span>
      )}
    </>
  );
  return (
    <figure className="film">
      <div className="film__frame">
        {href ? (
          <a
            href={href}
            aria-label={t('Play film: {1}', title)}
            data-film={title}
            data-film-player={link && !file ? filmPlayerUrl(link) : undefined}
            data-film-captions={captions ?? undefined}
            data-film-language={captionsLanguage}
          >
            {picture}
          </a>
        ) : (
          picture
        )}
      </div>
      <figcaption>
        <Heading id={Heading === 'h1' ? 'page-h' : undefined}>{title}</Heading>
        {durationSeconds !== null && <span>{durationText(durationSeconds)}</span>}
        {description && <p>{description}</p>}
        {!href && (
          <p>
            {t('This film is not available at the moment.')}{' '}
            <a href={chatUrl(studio, t(`Hi, I'd like to see the film "{1}".`, title))}>{t('Ask for it on WhatsApp')}</a>
          </p>
        )}
      </figcaption>
    </figure>
  );
}

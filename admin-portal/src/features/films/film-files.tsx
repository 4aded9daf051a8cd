import { CAPTION_LANGUAGES, MAX_CAPTIONS_BYTES, MAX_FILM_BYTES, type StaffFilm } from '@godhuli/contracts/films';
import { uploadPhoto } from '../../app/upload-file';
import { Photo } from '../../ui/photo';
import { optionsOf, SelectField } from '../../ui/select-field';
import { FileField } from './file-field';
import { formatDuration } from './film-draft';
import { uploadCaptions, uploadFilm } from './films.requests';
import * as styles from './films.styles';
import type { FilmForm } from './use-film-form';

const MAX_POSTER_BYTES = 25 * 1024 * 1024;

/** The files of a film: poster, film and captions. */
export function FilmFiles({ form }: { form: FilmForm }) {
  const { draft, errors, set, setUploading } = form;
  return (
    <div css={styles.stack}>
      <FileField
        label="Poster"
        hint="Shown until the film is played. A JPG, PNG or WebP, at least 1600 px wide if possible."
        accept="image/jpeg,image/png,image/webp"
        maxBytes={MAX_POSTER_BYTES}
        tooLarge="This photo is larger than 25 MB. Please choose a smaller one."
        stored={draft.poster && <PosterPreview poster={draft.poster} />}
        error={errors.posterId}
        upload={uploadPhoto}
        onStored={(poster) => set({ poster })}
        onRemove={() => set({ poster: null })}
        onBusy={setUploading}
      />
      <FileField
        label="Film file"
        hint="An MP4 with H.264, up to 200 MB."
        accept="video/mp4"
        maxBytes={MAX_FILM_BYTES}
        tooLarge="This film is larger than 200 MB. Please export a smaller one, or use a link to YouTube or Vimeo."
        stored={draft.fileId && `Film stored ${formatDuration(draft.durationSeconds)}`.trim()}
        error={errors.fileId}
        upload={uploadFilm}
        onStored={({ id, durationSeconds }) => set({ fileId: id, durationSeconds })}
        onRemove={() => set({ fileId: null })}
        onBusy={setUploading}
      />
      <FileField
        label="Captions"
        hint="A WebVTT file (.vtt) for people who cannot hear the film. Used with an uploaded film."
        accept=".vtt,text/vtt"
        maxBytes={MAX_CAPTIONS_BYTES}
        tooLarge="These captions are larger than 512 KB."
        stored={draft.captionsId && 'Captions stored'}
        error={errors.captionsId}
        upload={uploadCaptions}
        onStored={({ id }) => set({ captionsId: id })}
        onRemove={() => set({ captionsId: null })}
        onBusy={setUploading}
      />
      {draft.captionsId && (
        <SelectField
          label="Language of the captions"
          error={errors.captionsLanguage}
          value={draft.captionsLanguage}
          options={optionsOf(['en', 'hi', 'mr'] as const, (each) => CAPTION_LANGUAGES[each])}
          onChange={(next) => set({ captionsLanguage: next })}
        />
      )}
    </div>
  );
}

function PosterPreview({ poster }: { poster: NonNullable<StaffFilm['poster']> }) {
  return (
    <span css={styles.poster} style={{ width: '9rem', background: poster.color }}>
      <Photo media={poster} image="" alt="Poster" sizes="150px" isEager />
    </span>
  );
}

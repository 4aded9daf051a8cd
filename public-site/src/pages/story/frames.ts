import { type Frame, WHOLE } from '../../photo/sizes';

/** The cover is whole: as wide as the page, or as high as most of the window (story.css). */
export const COVER_FRAMES: readonly Frame[] = [['', 'min(93vw,100rem,78vh*$)', WHOLE]];

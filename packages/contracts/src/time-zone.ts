/** The time zone of the studio. Its staff read and enter times in it, wherever they are. */
export const STUDIO_TIME_ZONE = 'Asia/Kolkata';

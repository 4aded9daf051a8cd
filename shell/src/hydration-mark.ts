/** The performance mark of the time at which a page whose scripts were deferred first needed React. */
export const HYDRATION_MARK = 'hydrate';

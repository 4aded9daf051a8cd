declare module 'fs-native-extensions' {
  /** Takes an exclusive lock on an open file, or returns false. The lock ends with the descriptor or the process. */
  export function tryLock(fd: number): boolean;
}

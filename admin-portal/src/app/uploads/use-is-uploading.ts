import { useSyncExternalStore } from 'react';
import { isBusy } from './upload-list';
import { uploadQueue } from './upload-queue';

const isUploading = () => isBusy(uploadQueue.snapshot());

/** Returns whether files are on their way. */
export const useIsUploading = (): boolean => useSyncExternalStore(uploadQueue.subscribe, isUploading, isUploading);

/** Messages by email and to a webhook, sent after the commit of what they are about. */
export { enqueueForStaff, enqueueMessage } from './enqueue.js';
export { messagesRoutes } from './messages.routes.js';
export {
  cancelPasswordEmails,
  deleteOldMessages,
  giveUpRestoredMessages,
  resumeInquiryMessages,
} from './outbox.queries.js';
export { startOutboxWorker } from './outbox-worker.js';
export { replaceMailedNotices } from './planned-messages.js';

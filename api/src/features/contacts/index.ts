/** Whose inquiry it is: people are recognised by phone number or email, and by name. */
export { insertClient, linkInquiries, linkRemainingInquiries } from './link-inquiries.js';
export { lockRootOf } from './lock-root.js';
export { removeEmptyClients } from './remove-empty-clients.js';
export { refreshSearch } from './search-text.js';

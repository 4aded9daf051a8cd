import { readStored } from '../ui/browser-storage';
import { requestScreen } from './screens';
import { STORED_USER_KEY } from './session/stored-user-key';

/*
 * Requests the code and the first data of the opened screen while the rest of the portal is still evaluated and rendered, which takes
 * half a second on an office computer. Only the URL is known by then: the host names the mount path when it renders.
 */
const screenAt = location.pathname.indexOf('/dashboard');
if (screenAt >= 0 && readStored('localStorage', STORED_USER_KEY) !== null)
  requestScreen(location.pathname.slice(screenAt), location.search);

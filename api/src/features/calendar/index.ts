/** Bookings, holds, capacity, crews, muhurat dates, calendar files and the availability for visitors. */
export { calendarRoutes } from './calendar.routes.js';
export { startHoldSweep } from './holds.js';

import {
  calendarSettingsSchema,
  cityInputSchema,
  citySchema,
  cityUpdateSchema,
  crewInputSchema,
  crewSchema,
  crewUpdateSchema,
  dayCapacityResultSchema,
  dayCapacitySchema,
  muhuratUpdateSchema,
  muhuratYearSchema,
} from '@godhuli/contracts/calendar';
import { dateSchema, idSchema } from '@godhuli/contracts/text';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ApiDependencies } from '../../dependencies.js';
import { access } from '../../http/access.js';
import { actorOf } from '../../http/actor.js';
import type { ApiEnv } from '../../http/api-env.js';
import { openapi } from '../../http/openapi.js';
import { idParameter } from '../../http/parameters.js';
import { validate } from '../../http/validate.js';
import {
  changeCity,
  changeCrew,
  changeMuhurats,
  createCity,
  createCrew,
  readMuhurats,
  readSettings,
  setDayCapacity,
} from './settings.service.js';

const dayParameter = z.object({ id: idSchema, day: dateSchema });
const yearParameter = z.object({
  year: z
    .string()
    .regex(/^20\d\d$/)
    .transform(Number),
});

/** Cities, crews, the capacity of days, and muhurat dates. */
export function calendarSettingsRoutes({ db }: Pick<ApiDependencies, 'db'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .get(
      '/api/calendar/settings',
      access('calendar.manage'),
      openapi('Calendar', 'Returns cities and crews, also archived ones', calendarSettingsSchema),
      async (c) => c.json(await readSettings(db)),
    )
    .post(
      '/api/cities',
      access('calendar.configure'),
      openapi('Calendar', 'Adds a city', citySchema, 201, { problems: [409] }),
      validate('json', cityInputSchema),
      async (c) => c.json(await createCity(db, actorOf(c), c.req.valid('json')), 201),
    )
    .put(
      '/api/cities/:id',
      access('calendar.configure'),
      openapi('Calendar', 'Changes or archives a city', citySchema),
      validate('param', idParameter),
      validate('json', cityUpdateSchema),
      async (c) => c.json(await changeCity(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .put(
      '/api/cities/:id/days/:day',
      access('calendar.configure'),
      openapi('Calendar', 'Sets the capacity of one day in a city', dayCapacityResultSchema),
      validate('param', dayParameter),
      validate('json', dayCapacitySchema),
      async (c) => {
        const { id, day } = c.req.valid('param');
        return c.json(await setDayCapacity(db, actorOf(c), id, day, c.req.valid('json').capacity));
      },
    )
    .post(
      '/api/crews',
      access('calendar.configure'),
      openapi('Calendar', 'Adds a crew', crewSchema, 201, { problems: [409] }),
      validate('json', crewInputSchema),
      async (c) => c.json(await createCrew(db, actorOf(c), c.req.valid('json')), 201),
    )
    .put(
      '/api/crews/:id',
      access('calendar.configure'),
      openapi('Calendar', 'Changes or archives a crew', crewSchema),
      validate('param', idParameter),
      validate('json', crewUpdateSchema),
      async (c) => c.json(await changeCrew(db, actorOf(c), c.req.valid('param').id, c.req.valid('json'))),
    )
    .get(
      '/api/muhurats/:year',
      access('calendar.manage'),
      openapi('Calendar', 'Returns the muhurat dates of a year', muhuratYearSchema),
      validate('param', yearParameter),
      async (c) => c.json(await readMuhurats(db, c.req.valid('param').year)),
    )
    .put(
      '/api/muhurats/:year',
      access('calendar.manage'),
      openapi(
        'Calendar',
        'Replaces the muhurat dates of a year; 409 if `version` is not current',
        muhuratYearSchema,
        200,
        { problems: [409] },
      ),
      validate('param', yearParameter),
      validate('json', muhuratUpdateSchema),
      async (c) => c.json(await changeMuhurats(db, actorOf(c), c.req.valid('param').year, c.req.valid('json'))),
    );
}

/** A common design: Express that queries Postgres at every request, for the same rows as `GET /api/portfolio`. */
import express from 'express';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const ROWS = `
  select portfolio.*, media.width, media.height, media.thumbhash, media.color, media.alt as media_alt
  from portfolio left join media on media.id = portfolio.media_id
  where deleted_at is null
  order by position, portfolio.id`;

function present(row) {
  const { id, title, image, category, description, place, hero, position } = row;
  const focal = { x: row.focal_x, y: row.focal_y };
  const { media_id, width, height, thumbhash, color } = row;
  const media = media_id && { id: media_id, width, height, thumbhash, color, alt: row.alt || row.media_alt, focal };
  return { _id: id, title, image, media, category, description, place, hero, position };
}

express()
  .get('/', async (_request, response) => {
    const { rows } = await pool.query(ROWS);
    response.json(rows.map(present));
  })
  .listen(Number(process.env.PORT), '127.0.0.1');

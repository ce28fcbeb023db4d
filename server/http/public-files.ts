import type { Hono } from 'hono';
import type { Services } from '../services.ts';

/** Files that are made or stored by the server and read by anyone: covers, uploaded pictures, preview images, sitemap, robots. */
export function mountPublicFiles(_app: Hono, _services: Services): void {}

import type { Module } from '../module.ts';
import { attendeeRoutes } from './routes.ts';

/** The guest list of an event with who is checked in, on the screen and as a file. */
export const attendeesModule: Module = { name: 'attendees', routes: attendeeRoutes };

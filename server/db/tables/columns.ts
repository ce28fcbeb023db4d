import { customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Primary key: a UUIDv7 made by the application (shared/lib/ids.ts), so that rows of one time lie together. */
export const id = () => uuid('id').primaryKey();

/** The owner of the row; immutable, stated by every query. */
export const organisationId = () => uuid('organisation_id').notNull();

/** An instant, in UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();

/** Raw bytes, such as the SHA-256 of a token. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

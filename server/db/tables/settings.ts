import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt } from './columns.ts';

/** Secrets that every process on this database shares, made at the first start. */
export const instanceSecrets = pgTable('instance_secrets', {
	name: text('name').primaryKey(),
	value: bytea('value').notNull(),
	createdAt: createdAt(),
});

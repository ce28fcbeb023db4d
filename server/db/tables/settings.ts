import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, createdAt, updatedAt } from './columns.ts';

/** Secrets that every process on this database shares, made at the first start. */
export const instanceSecrets = pgTable('instance_secrets', {
	name: text('name').primaryKey(),
	value: bytea('value').notNull(),
	createdAt: createdAt(),
});

/** Who runs this installation, as the legal pages name them; one row. */
export const operatorSettings = pgTable(
	'operator_settings',
	{
		id: integer('id').primaryKey().default(1),
		name: text('name').notNull().default(''),
		/** Postal address, several lines. */
		address: text('address').notNull().default(''),
		email: text('email').notNull().default(''),
		phone: text('phone').notNull().default(''),
		/** Whose law holds and which courts: a sentence in the terms. */
		jurisdiction: text('jurisdiction').notNull().default(''),
		/** Where vulnerabilities are reported; the address above without one. */
		securityContact: text('security_contact').notNull().default(''),
		version: integer('version').notNull().default(1),
		updatedAt: updatedAt(),
	},
	() => [check('operator_settings_one_row', sql`id = 1`)],
);

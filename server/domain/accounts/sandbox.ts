import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { removeOrganisationRows } from '#server/db/organisation-tables.ts';
import { memberships, organisations } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { insertOrganisation } from './insert-account.ts';

/** The name of a sandbox, after its organisation. */
export const sandboxName = (parent: string): string => `${parent} (Sandbox)`;

/** A condition of SQL: the organisation of that id is a sandbox. `id` is a column of the statement. */
export const isSandboxSql = (id: string): string =>
	`EXISTS (SELECT FROM organisations sandbox WHERE sandbox.id = ${id} AND sandbox.sandbox_of IS NOT NULL)`;

export async function isSandbox(db: DbOrTx, organisationId: string): Promise<boolean> {
	const rows = await db
		.select({ id: organisations.id })
		.from(organisations)
		.where(and(eq(organisations.id, organisationId), isNotNull(organisations.sandboxOf)));
	return rows.length > 0;
}

/** The sandbox of an organisation, if it has one. */
export async function findSandbox(
	db: DbOrTx,
	parentId: string,
): Promise<{ id: string; name: string; slug: string } | null> {
	const [row] = await db
		.select({ id: organisations.id, name: organisations.name, slug: organisations.slug })
		.from(organisations)
		.where(eq(organisations.sandboxOf, parentId));
	return row ?? null;
}

/** The organisation whose sandbox this is; of one that is no sandbox, itself. */
export async function findParent(db: DbOrTx, organisationId: string): Promise<string> {
	const [row] = await db
		.select({ parent: organisations.sandboxOf })
		.from(organisations)
		.where(eq(organisations.id, organisationId));
	return row?.parent ?? organisationId;
}

/** Refuses what an organisation does and its sandbox does not. @throws `not-in-sandbox` */
export async function refuseInSandbox(db: DbOrTx, organisationId: string): Promise<void> {
	if (await isSandbox(db, organisationId))
		throw ruleViolation(
			'not-in-sandbox',
			message`A sandbox has the name, team, plan and keys of its organisation, and no real payment account. Change them there.`,
		);
}

/**
 * Makes the sandbox of an organisation, with the members who reach all of it. Those who ask at the same time get one: the row of the parent
 * is locked until the transaction ends.
 * @returns its id, and whether it is new
 */
export async function provideSandbox(tx: Tx, parentId: string): Promise<{ id: string; isNew: boolean }> {
	const [parent] = await tx
		.select({
			name: organisations.name,
			isDemo: organisations.isDemo,
			sandboxOf: organisations.sandboxOf,
			needsTwoFactorFrom: organisations.needsTwoFactorFrom,
		})
		.from(organisations)
		.where(eq(organisations.id, parentId))
		.for('update');
	if (!parent || parent.sandboxOf) throw new Error('Only an organisation has a sandbox.');
	const known = await findSandbox(tx, parentId);
	if (known) return { id: known.id, isNew: false };
	const id = await insertOrganisation(tx, sandboxName(parent.name), parent.isDemo);
	const { needsTwoFactorFrom } = parent;
	await tx
		.update(organisations)
		.set({ sandboxOf: parentId, needsTwoFactorFrom })
		.where(eq(organisations.id, id));
	const { userId, role, extraActions, deniedActions } = memberships;
	await tx.insert(memberships).select(
		tx
			.select({
				organisationId: sql<string>`${id}::uuid`.as('organisation_id'),
				...{ userId, role },
				eventIds: sql<string[]>`NULL::uuid[]`.as('event_ids'),
				...{ extraActions, deniedActions },
				createdAt: sql<Date>`now()`.as('created_at'),
			})
			.from(memberships)
			.where(and(eq(memberships.organisationId, parentId), isNull(memberships.eventIds))),
	);
	return { id, isNew: true };
}

/**
 * Removes all rows of an organisation, and has the files that they name removed after the commit. The row of `organisations` stays.
 * @param retained tables that keep theirs
 */
export async function emptyOrganisation(
	services: Services,
	tx: Tx,
	organisationId: string,
	retained?: Parameters<typeof removeOrganisationRows>[2],
): Promise<void> {
	await services.facts.publish(
		tx,
		{ name: 'accounts.organisation-emptied', organisationId, eventId: null, payload: {} },
		services,
	);
	await removeOrganisationRows(tx, sql`${organisationId}::uuid`, retained);
}

/** Removes the sandboxes of organisations with everything in them. */
export async function removeSandboxes(
	services: Services,
	tx: Tx,
	parentIds: readonly string[],
): Promise<void> {
	if (parentIds.length === 0) return;
	const found = await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(inArray(organisations.sandboxOf, [...parentIds]));
	for (const { id } of found) {
		await emptyOrganisation(services, tx, id);
		await tx.delete(organisations).where(eq(organisations.id, id));
	}
}

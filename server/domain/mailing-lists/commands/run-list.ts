import { mailingLists } from '#server/db/tables/mailing-lists.ts';
import { readMakerRights } from '#server/domain/accounts/handing-on.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { getMailingList, isList, type ListScope, type MailingListRow } from '../queries.ts';
import { maySendFollowers, requireFollowers } from '../rights.ts';
import { type ListMaker, makeDueNow } from './save-list.ts';

/** Stops sending; what changes meanwhile waits. @throws not-found */
export async function pauseMailingList(services: Services, scope: ListScope): Promise<MailingListRow> {
	return services.database.transaction(async (tx) => {
		const row = await getMailingList(tx, scope, { isLocked: true });
		if (row.state !== 'active') return row;
		const [updated] = await tx
			.update(mailingLists)
			.set({ state: 'paused', version: row.version + 1 })
			.where(isList(scope))
			.returning();
		return updated as MailingListRow;
	});
}

/**
 * Goes on, with all that has changed. Where whoever connected the list may not see followers any more, it is from now on the list of
 * whoever resumes it.
 * @throws not-found; FEATURE_NOT_AVAILABLE, SUBSCRIPTION_EXPIRED; BUSINESS_RULE_VIOLATION `beyond-own-rights`
 */
export async function resumeMailingList(
	services: Services,
	scope: ListScope,
	by: ListMaker,
): Promise<MailingListRow> {
	requireFollowers(by.rights);
	const { organisationId } = scope;
	return services.database.transaction(async (tx) => {
		const row = await getMailingList(tx, scope, { isLocked: true });
		if (row.state === 'active') return row;
		await requireFeature(tx, organisationId, 'hasIntegrations');
		const isTheirs = maySendFollowers(await readMakerRights(tx, { organisationId, userId: row.createdBy }));
		await makeDueNow(services, tx, scope);
		const [updated] = await tx
			.update(mailingLists)
			.set({
				...{ state: 'active', problem: null, failingSince: null, notBefore: null },
				createdBy: isTheirs ? row.createdBy : by.userId,
				version: row.version + 1,
			})
			.where(isList(scope))
			.returning();
		return updated as MailingListRow;
	});
}

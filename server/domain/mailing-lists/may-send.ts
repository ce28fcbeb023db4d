import { readMakers, rightsAt } from '#server/domain/accounts/handing-on.ts';
import { requireFeature } from '#server/domain/subscriptions/plan-state.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { type Claimed, giveBack } from './claim.ts';
import { maySendFollowers } from './rights.ts';
import { settleFailure } from './settle.ts';

/** What a plan allows is read this often. */
const knownForMs = 30_000;
/** A list whose plan sends nothing is looked at again after so long. */
const withoutPlanMs = 3_600_000;

/** Whether organisations may send to lists, as far as it is known. */
export type KnownPlans = Map<string, { isAllowed: boolean; untilMs: number }>;

/**
 * Gives back what may not be sent now: by plans without integrations, which are looked at again within the hour, and of makers who may not
 * see followers any more, whose lists stop.
 * @returns the others
 */
export async function holdBack(
	services: Services,
	claimed: readonly Claimed[],
	known: KnownPlans,
): Promise<Claimed[]> {
	if (claimed.length === 0) return [];
	const makers = await readMakers(
		services.database.db,
		claimed.map(({ organisationId, createdBy: userId }) => ({ organisationId, userId })),
	);
	const allowed: Claimed[] = [];
	const ofPlan: Claimed[] = [];
	for (const [index, one] of claimed.entries()) {
		if (!(await isInPlan(services, one.organisationId, known))) ofPlan.push(one);
		else if (maySendFollowers(rightsAt(makers[index], null))) allowed.push(one);
		else await settleFailure(services, one, { kind: 'stopped', problem: 'not-allowed' });
	}
	if (ofPlan.length > 0) {
		await giveBack(services, ofPlan);
		await services.database.pool.query({
			name: 'mailing-lists.wait-for-plan',
			text: `UPDATE mailing_lists l SET not_before = $3 FROM unnest($1::uuid[], $2::uuid[]) AS mine(organisation_id, id)
				WHERE l.organisation_id = mine.organisation_id AND l.id = mine.id`,
			values: [
				ofPlan.map(({ organisationId }) => organisationId),
				ofPlan.map(({ mailingListId }) => mailingListId),
				new Date(services.clock.now().getTime() + withoutPlanMs),
			],
		});
	}
	return allowed;
}

async function isInPlan(
	{ database: { db } }: Services,
	organisationId: string,
	known: KnownPlans,
): Promise<boolean> {
	const nowMs = performance.now();
	const before = known.get(organisationId);
	if (before && before.untilMs > nowMs) return before.isAllowed;
	const isAllowed = await requireFeature(db, organisationId, 'hasIntegrations').then(
		() => true,
		(error) => {
			if (error instanceof AppError) return false;
			throw error;
		},
	);
	known.set(organisationId, { isAllowed, untilMs: nowMs + knownForMs });
	return isAllowed;
}

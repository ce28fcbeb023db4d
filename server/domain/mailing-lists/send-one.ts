import type { Services } from '#server/services.ts';
import { type Claimed, callSeconds, type FollowerNow } from './claim.ts';
import type { Reach } from './services/adapters.ts';
import type { CallService, Failure, ServiceAdapter } from './services/service.ts';
import { unsealSettings } from './settings.ts';

/** The outcome for a contact: `isCalled`, whether the service was called for it. */
type Outcome =
	| { kind: 'added'; remoteId: string }
	| { kind: 'removed'; isCalled: boolean; remoteId: string | null }
	/** Shutting down: what came of the call is not known. */
	| { kind: 'aborted' }
	| Failure;

/**
 * Brings a contact to what its follower's consent is now: on the list, or off it. Doing it twice is as good as once.
 * @param follower null: erased
 */
export async function sendOne(
	services: Services,
	claimed: Claimed,
	follower: FollowerNow | null,
	{ adapterOf, callOf }: Reach,
	signal: AbortSignal,
): Promise<Outcome> {
	const isWanted = follower?.state === 'confirmed' && follower.confirmedAt !== null;
	// A try whose answer never came may have added the contact.
	const mayBeThere = claimed.remoteId !== null || claimed.attempts > 1;
	if (!isWanted && !mayBeThere) return { kind: 'removed', isCalled: false, remoteId: null };
	const settings = unsealSettings(services, claimed.mailingListId, claimed.sealedSettings);
	const adapter = adapterOf(services.config, claimed.service);
	const baseUrl = settings && adapter.baseUrl(settings);
	if (!settings || baseUrl === null) return { kind: 'stopped', problem: 'key-refused' };
	const limit = AbortSignal.timeout(callSeconds * 1_000);
	const call = callOf(services, baseUrl, AbortSignal.any([signal, limit]));
	const outcome = isWanted
		? await add(adapter, call, claimed, follower as FollowerNow & { confirmedAt: Date }, settings)
		: await remove(services, adapter, call, claimed, follower, settings);
	return outcome.kind === 'later' && signal.aborted ? { kind: 'aborted' } : outcome;
}

type Settings = NonNullable<ReturnType<typeof unsealSettings>>;

async function add(
	adapter: ServiceAdapter,
	call: CallService,
	{ listId, remoteId }: Claimed,
	{ email, name, consentText: text, confirmedAt }: FollowerNow & { confirmedAt: Date },
	settings: Settings,
): Promise<Outcome> {
	const contact = { email, name, consent: { text, confirmedAt }, remoteId };
	const added = await adapter.add(call, settings, listId, contact);
	return added.kind === 'done' ? { kind: 'added', remoteId: added.remoteId } : added;
}

async function remove(
	services: Services,
	adapter: ServiceAdapter,
	call: CallService,
	claimed: Claimed,
	follower: FollowerNow | null,
	settings: Settings,
): Promise<Outcome> {
	const { organisationId, mailingListId, listId } = claimed;
	let { remoteId } = claimed;
	if (remoteId === null) {
		if (!follower || !adapter.find) {
			services.log.warn({ organisationId, mailingListId }, 'mailing-lists.not-known-whether-added');
			return { kind: 'removed', isCalled: false, remoteId };
		}
		const found = await adapter.find(call, settings, listId, follower.email);
		if (found.kind !== 'done') return found;
		remoteId = found.remoteId;
		if (remoteId === null) return { kind: 'removed', isCalled: true, remoteId };
	}
	const removed = await adapter.remove(call, settings, listId, remoteId);
	return removed.kind === 'done' ? { kind: 'removed', isCalled: true, remoteId } : removed;
}

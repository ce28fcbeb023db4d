import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller } from '#server/jobs/fair-poller.ts';
import {
	claimUpdateEmails,
	everyUpdateReader,
	findDueUpdates,
	type UpdateScope,
} from '../fundraisers/commands/update-readers.ts';
import { enqueueMails } from './commands/enqueue-mail.ts';
import { hashOfAddress } from './opt-outs.ts';

const name = 'notifications.fundraiser-updates';

/** Owes the emails about an update of a fundraiser, one to each address that requested them, in the transaction that marks it. */
export const fundraiserUpdatePoller = createFairPoller<UpdateScope>({
	name,
	idleMs: 5_000,
	find: (services, { without }) => findDueUpdates(services, isNotDelayed(name, 'u.id'), without),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ updateId }) => updateId,
	atOnce: 1,
	async run(services, [update]) {
		await services.database.transaction(async (tx) => {
			if (!(await claimUpdateEmails(tx, update))) return;
			const { organisationId, eventId, updateId } = update;
			for await (const readers of everyUpdateReader(tx, update))
				await enqueueMails(
					tx,
					readers.map(({ email: recipient, locale }) => ({
						template: 'fundraisers/update' as const,
						ref: { organisationId, eventId, updateId },
						...{ recipient, locale, organisationId, eventId },
						dedupeKey: `fundraisers/update:${updateId}:${hashOfAddress(recipient).toString('hex')}`,
					})),
				);
		});
		return 1;
	},
});

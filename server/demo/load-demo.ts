import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { createUser } from '../domain/accounts/commands/create-user.ts';
import { updateGiftReceiptSettings } from '../domain/documents/gift-settings.ts';
import { updateOrganisationSettings } from '../domain/settings/commands/update-organisation-settings.ts';
import type { Services } from '../services.ts';
import { demoContent, demoPassword } from './content.ts';
import { fillOrganisation } from './fill-organisation.ts';

/** Whether any demo content is here. */
export async function hasDemo(services: Services): Promise<boolean> {
	const { rows } = await services.database.pool.query('SELECT 1 FROM organisations WHERE is_demo LIMIT 1');
	return rows.length > 0;
}

/**
 * Loads the demo: three organisations, eleven events in all states, some hundreds of guests. Everything in it is marked, so that
 * `removeDemo` finds it again. Nobody is sent a mail.
 * @throws a rule violation when it is here already
 */
export async function loadDemo(
	services: Services,
): Promise<{ organisations: number; events: number; guests: number }> {
	if (await hasDemo(services))
		throw ruleViolation('demo-loaded', message`The demo content is loaded already.`);
	const counts = { organisations: 0, events: 0, guests: 0 };
	for (const organisation of demoContent) {
		const { userId, organisationId } = await createUser(services, {
			...organisation.owner,
			organisationName: organisation.name,
			password: demoPassword,
			isVerified: true,
			isDemo: true,
		});
		counts.organisations += 1;
		const { takesCards, events, owner, receipts } = organisation;
		if (receipts) {
			await updateOrganisationSettings(services, {
				...{ organisationId, ifMatch: undefined, changes: receipts.seller },
			});
			await updateGiftReceiptSettings(services, organisationId, { input: receipts.settings });
		}
		const made = await fillOrganisation(services, {
			...{ organisationId, userId, events, takesCards },
			firstPerson: counts.guests,
			email: owner.email,
		});
		counts.events += made.events;
		counts.guests += made.guests;
		await services.database.pool.query('UPDATE events SET is_demo = true WHERE organisation_id = $1', [
			organisationId,
		]);
		// What the demo did is not news to anybody: no mail tells of a cancelled event that never was.
		await services.database.pool.query('DELETE FROM facts WHERE organisation_id = $1', [organisationId]);
	}
	return counts;
}

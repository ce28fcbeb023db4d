import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { insertAccount } from '../domain/accounts/insert-account.ts';
import { hashPassword } from '../domain/accounts/password-hash.ts';
import { updateGiftReceiptSettings } from '../domain/documents/gift-settings.ts';
import { updateOrganisationSettings } from '../domain/settings/commands/update-organisation-settings.ts';
import type { Services } from '../services.ts';
import { type DemoOrganisation, demoContent, demoPassword } from './content.ts';
import { fillOrganisation } from './fill-organisation.ts';
import { addTeam, saveReports } from './team.ts';

/** Guests of one organisation are others than those of the next. */
const peopleApart = 640;

/** Whether any demo content is here. */
export async function hasDemo(services: Services): Promise<boolean> {
	const { rows } = await services.database.pool.query('SELECT 1 FROM organisations WHERE is_demo LIMIT 1');
	return rows.length > 0;
}

interface Counts {
	organisations: number;
	events: number;
	guests: number;
}

/**
 * Loads the demo: three organisations with a year of events, visits, sales and gifts, a door that is open, and a team. Everything in it is
 * marked, so that `removeDemo` finds it again. Nobody is sent a mail. Its figures are counted by the worker, within seconds.
 * @throws a rule violation when it is here already
 */
export async function loadDemo(services: Services): Promise<Counts> {
	if (await hasDemo(services))
		throw ruleViolation('demo-loaded', message`The demo content is loaded already.`);
	const passwordHash = await hashPassword(demoPassword);
	const made = await Promise.all(
		demoContent.map((organisation, index) =>
			loadOrganisation(services, organisation, { passwordHash, firstPerson: index * peopleApart }),
		),
	);
	return {
		organisations: made.length,
		events: made.reduce((sum, { events }) => sum + events, 0),
		guests: made.reduce((sum, { guests }) => sum + guests, 0),
	};
}

async function loadOrganisation(
	services: Services,
	organisation: DemoOrganisation,
	{ passwordHash, firstPerson }: { passwordHash: string; firstPerson: number },
): Promise<{ events: number; guests: number }> {
	const {
		owner,
		name,
		takesCards,
		events,
		giftCards,
		series,
		receipts,
		sources,
		team = [],
		reports = [],
	} = organisation;
	const { pool } = services.database;
	const made = await services.database.transaction((tx) =>
		insertAccount(
			tx,
			{ ...owner, organisationName: name, passwordHash, isVerified: true, isDemo: true },
			services.clock.now(),
		),
	);
	if (!made) throw new Error(`There is an account with the address ${owner.email} already.`);
	const { organisationId, userId } = made;
	if (receipts) {
		await updateOrganisationSettings(services, {
			...{ organisationId, ifMatch: undefined, changes: receipts.seller },
		});
		await updateGiftReceiptSettings(services, organisationId, { input: receipts.settings });
	}
	const counts = await fillOrganisation(services, {
		...{ organisationId, userId, events, series, giftCards, takesCards, firstPerson, sources },
		email: owner.email,
	});
	await addTeam(services, { organisationId, passwordHash }, team);
	await saveReports(services, { organisationId, userId }, reports);
	await pool.query('UPDATE events SET is_demo = true WHERE organisation_id = $1', [organisationId]);
	await pool.query('UPDATE event_series SET is_demo = true WHERE organisation_id = $1', [organisationId]);
	// What the demo did is not news to anybody: no mail reports a cancelled event that never was.
	await pool.query('DELETE FROM facts WHERE organisation_id = $1', [organisationId]);
	return counts;
}

/** The demo sign-ins, printed at each start while the demo is loaded. */
export async function demoNotice(services: Services): Promise<string | null> {
	if (!(await hasDemo(services))) return null;
	const addresses = demoContent.map(({ owner }) => owner.email).join(', ');
	return `Demo sign-ins: ${addresses}; password ${demoPassword}. Remove the demo with: npm run -s foyer -- demo remove`;
}

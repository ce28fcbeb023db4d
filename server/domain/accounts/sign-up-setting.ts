import type { DbOrTx } from '#server/db/client.ts';
import { signUpSettings } from '#server/db/tables/accounts.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';

/** Whether visitors may make accounts; open until an administrator closes it. */
export async function isSignUpOpen(db: DbOrTx): Promise<boolean> {
	const [row] = await db.select({ isOpen: signUpSettings.isOpen }).from(signUpSettings);
	return row?.isOpen ?? true;
}

export async function updateSignUpSetting(services: Services, isOpen: boolean): Promise<{ isOpen: boolean }> {
	const changes = { isOpen, updatedAt: services.clock.now() };
	await services.database.db
		.insert(signUpSettings)
		.values({ id: 1, ...changes })
		.onConflictDoUpdate({ target: signUpSettings.id, set: changes });
	return { isOpen };
}

/** @throws BUSINESS_RULE_VIOLATION `sign-up-closed` */
export async function refuseClosedSignUp(db: DbOrTx): Promise<void> {
	if (await isSignUpOpen(db)) return;
	throw ruleViolation(
		'sign-up-closed',
		message`Sign-up is closed on this site. Ask the site administrator for an account.`,
	);
}

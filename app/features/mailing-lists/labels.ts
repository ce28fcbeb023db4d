import { useLingui } from '@lingui/react/macro';
import type { StatusTone } from '#app/ui/status-badge.tsx';
import type { MailingList } from '#shared/contracts/mailing-lists.ts';
import {
	type ContactProblem,
	type ListProblem,
	type MailingService,
	mailingServiceFacts,
	type ServiceSettings,
} from '#shared/rules/mailing-services.ts';
import { failingDays } from '#shared/rules/webhook-types.ts';
import type { ContactState } from './api.ts';

/** A one-line description of a service. */
export function useServiceTexts(): Record<MailingService, string> {
	const { t } = useLingui();
	return {
		mailchimp: t`An audience of your Mailchimp account`,
		brevo: t`A list of your Brevo account`,
		listmonk: t`A list of a listmonk server that you run`,
	};
}

/** Labels and hints of the fields of a service’s settings. */
export function useSettingTexts(
	service: MailingService,
): Record<keyof ServiceSettings, { label: string; hint: string; missing: string }> {
	const { t } = useLingui();
	return {
		address: {
			label: t`Address of listmonk`,
			hint: t`For example https://lists.example.org`,
			missing: t`Enter the address.`,
		},
		user: {
			label: t`API user`,
			hint: t`The name of a user of type API, under Users in listmonk.`,
			missing: t`Enter the name of the API user.`,
		},
		apiKey: {
			label: service === 'listmonk' ? t`Access token` : t`API key`,
			hint: {
				mailchimp: t`Ends with a dash and the data centre, for example -us6.`,
				brevo: t`Begins with xkeysib-. An SMTP key does not work here.`,
				listmonk: t`Shown once when the API user is created.`,
			}[service],
			missing: service === 'listmonk' ? t`Enter the access token.` : t`Enter the API key.`,
		},
	};
}

/** What state a list is in. */
export function useListState(): (list: MailingList) => { label: string; tone: StatusTone } {
	const { t } = useLingui();
	return ({ state, failingSince, isFilling }) => {
		if (state === 'stopped') return { label: t`Stopped`, tone: 'danger' };
		if (state === 'paused') return { label: t`Paused`, tone: 'neutral' };
		if (failingSince) return { label: t`Failing`, tone: 'warning' };
		return isFilling ? { label: t`Filling`, tone: 'pending' } : { label: t`Active`, tone: 'success' };
	};
}

/** Why nothing goes to a list, and what to do; `fix` is the action that goes with it. */
export function useListProblem(): (of: { service: MailingService; problem: ListProblem }) => {
	text: string;
	fix: 'key' | 'resume';
} {
	const { t } = useLingui();
	return ({ service, problem }) => {
		const { name } = mailingServiceFacts[service];
		switch (problem) {
			case 'key-refused':
				return { text: t`${name} refused the key. Enter a new one.`, fix: 'key' };
			case 'list-gone':
				return {
					text: t`${name} no longer has this list. Restore it there and resume, or disconnect it here.`,
					fix: 'resume',
				};
			case 'not-allowed':
				return {
					text: t`The key may not add contacts at ${name}, or the member who connected the list can no longer see followers. Enter a key that can, or resume the list yourself.`,
					fix: 'key',
				};
			case 'account-full':
				return {
					text: t`Your account at ${name} has no room for more contacts. Make room there, then resume.`,
					fix: 'resume',
				};
			case 'failing':
				return {
					text: t`${name} has accepted nothing for ${failingDays} days. Check that it works, then resume.`,
					fix: 'resume',
				};
		}
	};
}

/** Why a service does not take one contact, and what can be done. */
export function useContactProblem(): (of: { service: MailingService; problem: ContactProblem }) => string {
	const { t } = useLingui();
	return ({ service, problem }) => {
		const { name } = mailingServiceFacts[service];
		return problem === 'left-there'
			? t`Unsubscribed at ${name}. Only this person can subscribe there again, with a form of ${name}.`
			: t`${name} does not accept this address. Add the contact there manually if you know that it is right.`;
	};
}

/** Labels of contact states. */
export function useContactStates(): Record<ContactState, { label: string; none: string }> {
	const { t } = useLingui();
	return {
		added: { label: t`On the list`, none: t`No contacts on the list yet` },
		due: { label: t`Waiting`, none: t`No contacts are waiting` },
		refused: { label: t`Refused`, none: t`No contacts were refused` },
		removed: { label: t`Removed`, none: t`No contacts were removed` },
	};
}

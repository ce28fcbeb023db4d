import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { TwoFactorNote } from '#app/shell/two-factor-note.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import type { Member } from '#shared/contracts/team.ts';
import { MemberRow } from './member-row.tsx';
import { OfferedOwnership } from './offered-ownership.tsx';
import { TeamConfirmation, type ToConfirm } from './team-confirmation.tsx';
import { ChooseDialog, TwoFactorRequirement } from './two-factor-requirement.tsx';

const answers = { mutateAsync: () => Promise.resolve(undefined), isPending: false };
vi.mock('../api.ts', () => ({
	useOfferAnswers: () => ({ accept: answers, decline: answers, readAgain: () => {} }),
}));
vi.mock('#app/ui/dialog.tsx', () => ({
	Dialog: ({ isOpen, title, description, children, footer }: Record<string, ReactNode>) =>
		isOpen
			? [title, description, children, footer].map((part, index) => <div key={String(index)}>{part}</div>)
			: null,
}));
vi.mock('#app/ui/menu.tsx', () => ({
	Menu: ({ items }: { items: { id: string; label: string }[] }) => items.map(({ label }) => `[${label}]`),
}));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function draw(content: ReactNode): string {
	const Screen = () => <I18nProvider i18n={i18n}>{content}</I18nProvider>;
	const Stub = createRoutesStub([{ path: '/', Component: Screen }]);
	return renderToString(<Stub />).replaceAll(/<svg.*?<\/svg>|<!-- -->/gs, '');
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

const past = '2020-05-04T10:00:00.000Z';
const future = '2999-05-04T10:00:00.000Z';
const laterStill = '2999-06-04T10:00:00.000Z';
const member = (name: string, changes: Partial<Member> = {}) =>
	({
		...{ userId: name, name, email: `${name}@example.org`, photoUrl: null, role: 'admin', eventIds: null },
		...{ extra: [], denied: [], hasTwoFactor: true, lastSeenAt: null, joinedAt: past },
		...{ isYou: false, isEditable: false, ...changes },
	}) as Member;
const organisation = (name: string, changes: object) =>
	({
		...{ id: name, name, needsTwoFactorFrom: null, isSandbox: false, ownershipOffer: null },
		...changes,
	}) as unknown as CurrentUser['organisations'][number];
const confirmed = <T,>(call: () => Promise<T>) => call();

test('the note above pages names the organisation that requires two factors first, and leads to the setup', () => {
	const note = (...organisations: CurrentUser['organisations']) =>
		draw(<TwoFactorNote user={{ organisations } as CurrentUser} />);
	expect(note(organisation('Lamp', {}))).toBe('');
	expect(note(organisation('Lamp', { needsTwoFactorFrom: past, isSandbox: true }))).toBe('');
	const soon = note(
		organisation('Lamp', { needsTwoFactorFrom: laterStill }),
		organisation('Harbour', { needsTwoFactorFrom: future }),
	);
	expect(textOf(soon)).toContain('Harbour requires 2FA from');
	expect(textOf(soon)).toContain('Set it up to keep working.');
	expect(hrefs(soon)).toEqual(['/settings/security#two-factor']);
	const due = textOf(note(organisation('Lamp', { needsTwoFactorFrom: past })));
	expect(due).toContain('Lamp requires 2FA. Set it up to make changes again.');
});

test('the team reads whether two factors are required, from when on, and how many have none', () => {
	const card = (members: Member[], from: string | null, isOwner: boolean) =>
		textOf(
			draw(<TwoFactorRequirement {...{ members, from, isOwner, confirmed }} require={answers as never} />),
		);
	const bare = member('Ben', { hasTwoFactor: false });
	const none = card([member('Ada'), bare], null, true);
	expect(none).toContain('Not required');
	expect(none).toContain('1 member doesn’t have it yet.');
	expect(none).toContain('Require 2FA');
	expect(none).not.toContain('Stop requiring');
	const pending = card([member('Ada'), bare, member('Cy', { hasTwoFactor: false })], future, true);
	expect(pending).toContain('Required from');
	expect(pending).toContain('2 members don’t have it yet.');
	for (const label of ['Change date', 'Stop requiring']) expect(pending).toContain(label);
	const due = card([member('Ada')], past, false);
	expect(due).toContain('Required All members have it.');
	for (const label of ['Change date', 'Stop requiring']) expect(due).not.toContain(label);
});

test('two factors can be required at once of a team that has them, and by no owner who has none', () => {
	const dialog = (without: Member[]) =>
		draw(
			<ChooseDialog
				without={without}
				isOwnMissing={without.some(({ isYou }) => isYou)}
				isPending={false}
				onClose={() => {}}
				onChoose={() => {}}
			/>,
		);
	expect(textOf(dialog([]))).toContain('At once');
	const some = dialog([member('Ben', { hasTwoFactor: false })]);
	expect(textOf(some)).not.toContain('At once');
	expect(textOf(some)).toContain('Members without it get an email now, and another 3 days before.');
	expect(textOf(some)).toContain('Without 2FA Ben');
	expect(some).not.toContain('aria-disabled="true"');
	const own = dialog([member('Ada', { hasTwoFactor: false, isYou: true })]);
	expect(textOf(own)).toContain('Turn on 2FA for your own account first.');
	expect(hrefs(own)).toEqual(['/settings/security#two-factor']);
	expect(own).toContain('aria-disabled="true"');
});

test('an owner offers ownership to other members, one at a time, and cancels the offer', () => {
	const row = (isOffered: boolean, hasOffer: boolean, changes: Partial<Member> = {}, isOwner = true) =>
		textOf(
			draw(
				<MemberRow
					member={member('Ben', changes)}
					{...{ isOwner, isOffered, hasOffer }}
					onAction={() => {}}
				/>,
			),
		);
	expect(row(false, false)).toContain('[Hand over ownership]');
	expect(row(false, false, { isYou: true })).not.toContain('[Hand over ownership]');
	expect(row(false, false, {}, false)).not.toContain('[');
	expect(row(false, true)).not.toContain('[');
	expect(row(true, true)).toContain('[Cancel offer]');
	expect(row(true, true)).toContain('Ownership offered');
	expect(row(true, true, {}, false)).not.toContain('[Cancel offer]');
	expect(row(false, false, { hasTwoFactor: false })).toContain('two-factor off');
	expect(row(false, false)).toContain('two-factor on');
});

test('what an offer means is said before it is made, cancelled or accepted', () => {
	const dialogText = (open: ToConfirm) =>
		textOf(
			draw(
				<TeamConfirmation
					{...{ open, confirmed }}
					close={() => {}}
					organisation="Lamp"
					actions={
						{
							remove: answers,
							withdraw: answers,
							offer: answers,
							cancelOffer: answers,
							leave: answers,
						} as never
					}
					attempt={() => Promise.resolve(true)}
				/>,
			),
		);
	const offer = dialogText({ act: 'hand-over', member: member('Ben') });
	expect(offer).toContain('Offer Ben ownership of Lamp?');
	expect(offer).toContain('have 7 days to accept');
	expect(dialogText({ act: 'cancel-offer', member: member('Ben') })).toContain('Cancel the offer to Ben?');
	const received = (from: string) =>
		textOf(
			draw(
				<OfferedOwnership
					organisation={organisation('Lamp', { ownershipOffer: { from, expiresAt: future } })}
					confirmed={confirmed}
				/>,
			),
		);
	expect(received('Ada')).toContain('Become the owner of Lamp?');
	expect(received('Ada')).toContain('Ada becomes an admin.');
	for (const label of ['Accept ownership', 'Decline']) expect(received('Ada')).toContain(label);
	// Accounts need no name.
	expect(received('')).toContain('The owner becomes an admin.');
	expect(draw(<OfferedOwnership organisation={organisation('Lamp', {})} confirmed={confirmed} />)).toBe('');
});

import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useFormatLocale } from '#app/lib/format.ts';
import { publicApi } from '#app/lib/public-api.ts';
import { useFormCall } from '#app/lib/use-form-call.ts';
import { useKeyOf } from '#app/lib/use-key-of.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { FormDialog } from '#app/ui/form-dialog.tsx';
import { emailInputProps } from '#app/ui/person-inputs.ts';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { Fundraiser, SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import { createSupporterPage } from '#shared/contracts/supporter-pages.ts';
import { goalOf, PageFields, TeamSelect } from './page-fields.tsx';
import { PageLinkForm } from './page-link-form.tsx';

/** A new page or team; its owner is led to where it is changed and shared. */
export function MakePageDialog(props: {
	fundraiser: Fundraiser;
	/** The team that the page joins, unless its owner chooses another. */
	team: { id: string; name: string } | null;
	onClose: () => void;
}) {
	const { t } = useLingui();
	const locale = useFormatLocale();
	const navigate = useNavigate();
	const keyOf = useKeyOf();
	const { fundraiser, team, onClose } = props;
	const { eventId, currency, supporters } = fundraiser;
	const [hasLost, setLost] = useState(false);
	const [kind, setKind] = useState<SupporterPageCard['kind']>('page');
	const form = useFormCall({
		labels: { name: t`Name`, goalMinor: t`Goal`, story: t`Story`, teamId: t`Team`, email: t`Email` },
		checks: {
			name: (typed) => (typed.trim() === '' ? t`Enter a name.` : undefined),
			goalMinor: (typed) => (goalOf(typed, currency) === null ? t`Enter an amount.` : undefined),
			email: (typed) => (typed.trim() === '' ? t`Enter your email address.` : undefined),
		},
		async send({ name = '', goalMinor, story = '', teamId = '', email = '' }) {
			const body = {
				kind,
				name,
				goalMinor: goalOf(goalMinor, currency) ?? 0,
				story,
				teamId: kind === 'page' && teamId !== '' ? teamId : null,
				email: email.trim(),
				locale,
			};
			const made = await publicApi.call(createSupporterPage, {
				params: { event: eventId },
				body,
				idempotencyKey: keyOf(body),
			});
			navigate(`/fundraiser-pages/${made.pageToken}`);
		},
	});
	if (hasLost)
		return (
			<Dialog
				isOpen
				onClose={onClose}
				title={t`Get your page’s link again`}
				footer={
					<>
						<Button variant="outline" onClick={() => setLost(false)}>{t`Back`}</Button>
						<Button type="submit" form="page-link">{t`Email me the link`}</Button>
					</>
				}
			>
				<PageLinkForm id="page-link" event={eventId} onSent={onClose} />
			</Dialog>
		);
	return (
		<FormDialog
			form="make-page"
			onClose={onClose}
			title={t`Raise money in your own name`}
			description={
				supporters === 'reviewed'
					? t`The organiser approves new pages before everyone sees them.`
					: t`Your page is public at once. You can change or remove it at any time.`
			}
			label={kind === 'team' ? t`Create team` : t`Create page`}
			closeLabel={<Trans>Cancel</Trans>}
			staysOpen
			{...form.dialog}
			after={
				<p className="mt-4 text-sm">
					<button type="button" className="link" onClick={() => setLost(true)}>
						<Trans>Already have a page? Get its link again</Trans>
					</button>
				</p>
			}
		>
			{team ? null : (
				<RadioGroup
					label={t`What to create`}
					name="kind"
					look="cards"
					value={kind}
					onChange={(event) => setKind(event.target.value as SupporterPageCard['kind'])}
					options={[
						{ value: 'page', label: t`My page`, description: t`With your own goal.` },
						{ value: 'team', label: t`A team`, description: t`Others join it with their pages.` },
					]}
				/>
			)}
			<PageFields form={form} kind={kind} currency={currency} />
			{kind === 'page' ? <TeamSelect eventId={eventId} team={team} error={form.errorOf('teamId')} /> : null}
			<TextField
				label={t`Email`}
				{...emailInputProps}
				maxLength={254}
				hint={t`For the link that changes the page. It isn’t shown to visitors.`}
				error={form.errorOf('email')}
			/>
		</FormDialog>
	);
}

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import type { useFormCall } from '#app/lib/use-form-call.ts';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { SupporterPageCard } from '#shared/contracts/fundraisers.ts';
import { listSupporterPages, type OwnPage } from '#shared/contracts/supporter-pages.ts';
import { moneyToText, textToMoney } from '#shared/lib/money-text.ts';

type Form = ReturnType<typeof useFormCall>;

/** The amount that was typed; null: none that can be a goal. */
export const goalOf = (typed: string | undefined, currency: string): number | null =>
	textToMoney(typed?.trim() ?? '', currency) || null;

/** What a page says, as its owner types it. */
export function PageFields(props: {
	form: Form;
	kind: SupporterPageCard['kind'];
	currency: string;
	page?: OwnPage;
}) {
	const { t } = useLingui();
	const { form, kind, currency, page } = props;
	return (
		<>
			<TextField
				label={kind === 'team' ? t`Team name` : t`Name on the page`}
				name="name"
				maxLength={80}
				autoComplete={kind === 'team' ? 'off' : 'name'}
				dir="auto"
				required
				defaultValue={page?.name}
				error={form.errorOf('name')}
			/>
			<TextField
				label={t`Goal`}
				name="goalMinor"
				inputMode="decimal"
				autoComplete="off"
				suffix={currency}
				required
				defaultValue={page && moneyToText(page.goalMinor, currency)}
				error={form.errorOf('goalMinor')}
			/>
			<TextArea
				label={t`Story`}
				name="story"
				isOptional
				rows={4}
				maxLength={2_000}
				dir="auto"
				hint={t`Why you’re raising money. Everyone can read it.`}
				defaultValue={page?.story}
				error={form.errorOf('story')}
			/>
		</>
	);
}

/** The team of a page: one of those that have raised most, or the one that it is in. */
export function TeamSelect(props: {
	eventId: string;
	team: { id: string; name: string } | null;
	error: string | undefined;
}) {
	const { t } = useLingui();
	const { eventId, team } = props;
	const [teams, setTeams] = useState<{ id: string; name: string }[]>(team ? [team] : []);
	const [chosen, setChosen] = useState(team?.id ?? '');
	useEffect(() => {
		publicApi
			.call(listSupporterPages, {
				params: { event: eventId },
				query: { kind: 'team', limit: '100' },
				hasBearer: false,
			})
			.then(
				({ data }) => setTeams([...(team && !data.some(({ id }) => id === team.id) ? [team] : []), ...data]),
				// Without the list the page can still be made, and join later.
				() => {},
			);
	}, [eventId, team]);
	return (
		<Select
			label={t`Team`}
			name="teamId"
			value={chosen}
			onChange={(event) => setChosen(event.target.value)}
			options={[
				{ value: '', label: t`No team` },
				...teams.map(({ id, name }) => ({ value: id, label: name })),
			]}
			error={props.error}
		/>
	);
}

import { useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { publicApi } from '#app/lib/public-api.ts';
import type { useFormCall } from '#app/lib/use-form-call.ts';
import { Select } from '#app/ui/select.tsx';
import { TextArea } from '#app/ui/text-area.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
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

/** Pages of a hundred; more teams than this fundraiser will have. */
const MOST_PAGES = 20;

/** Reads the teams of a fundraiser to the last, by name; `onRead` has those read so far. */
async function readTeams(eventId: string, onRead: (teams: { id: string; name: string }[]) => void) {
	const teams: { id: string; name: string }[] = [];
	let cursor: string | null = '';
	for (let page = 0; cursor !== null && page < MOST_PAGES; page += 1) {
		const answer: ResultOf<typeof listSupporterPages> = await publicApi.call(listSupporterPages, {
			params: { event: eventId },
			query: { kind: 'team', limit: '100', ...(cursor && { cursor }) },
			hasBearer: false,
		});
		teams.push(...answer.data);
		onRead(teams.toSorted((a, b) => a.name.localeCompare(b.name)));
		cursor = answer.nextCursor;
	}
}

/** The team of a page: one of all of its fundraiser. */
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
		const setAll = (all: { id: string; name: string }[]) =>
			setTeams([...(team && !all.some(({ id }) => id === team.id) ? [team] : []), ...all]);
		// Without the list the page can still be made, and join later.
		readTeams(eventId, setAll).catch(() => {});
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

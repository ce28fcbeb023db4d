import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { useBeforeLink } from '#app/lib/before-link.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Select } from '#app/ui/select.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { EventCategory } from '#shared/rules/event-categories.ts';
import { countFilters, type EventFilters, readFilters, writeFilters } from '../filters.ts';
import { useCategoryLabels } from './category-label.ts';

const TYPING_PAUSE_MS = 150;

export interface Facets {
	countries: { code: string; count: number }[];
	cities: { name: string; countryCode: string; count: number }[];
	categories: { name: EventCategory; count: number }[];
	total: number;
}

/**
 * The filters as an ordinary GET form: it works without script, and with script every change asks at once (typing after a
 * pause). The address is the state, so links can be shared and the back button is right.
 */
export function FilterBar({ filters, facets }: { filters: EventFilters; facets: Facets }) {
	const { t } = useLingui();
	const formats = useFormats();
	const categories = useCategoryLabels();
	const { form, send, stop } = useSendChanges(filters);
	const count = (label: string, number: number) => `${label} (${formats.number(number)})`;
	function choice<Facet>(
		name: 'category' | 'country' | 'city',
		label: string,
		all: string,
		found: readonly Facet[],
		option: (facet: Facet) => { value: string; label: string },
	) {
		return (
			<Select
				label={label}
				isLabelHidden
				name={name}
				defaultValue={filters[name]}
				options={[{ value: '', label: all }, ...found.map(option)]}
			/>
		);
	}

	return (
		<Form
			ref={form}
			action="/events"
			role="search"
			aria-label={t`Find events`}
			className="flex flex-col gap-3"
			onChange={(event) => send((event.target as unknown as HTMLInputElement).name === 'q')}
			onSubmit={stop}
			// Another address (back, a link) shows its own values.
			key={writeFilters({ ...filters, q: '' }).toString()}
		>
			{filters.organiser ? <input type="hidden" name="organiser" value={filters.organiser} /> : null}
			<div className="flex gap-2">
				<SearchField
					label={t`Search events`}
					placeholder={t`Search events`}
					name="q"
					defaultValue={filters.q}
					className="flex-1"
					maxLength={200}
				/>
				<Button type="submit" size="lg">
					<Trans>Search</Trans>
				</Button>
			</div>
			<div className="grid grid-cols-2 items-end gap-2 md:flex md:flex-wrap">
				<Select
					label={t`When`}
					isLabelHidden
					name="when"
					defaultValue={filters.when}
					options={[
						{ value: '', label: t`Any date` },
						{ value: 'today', label: t`Today` },
						{ value: 'tomorrow', label: t`Tomorrow` },
						{ value: 'weekend', label: t`This weekend` },
						{ value: 'week', label: t`This week` },
						{ value: 'month', label: t`This month` },
						{ value: 'dates', label: t`Choose dates` },
					]}
				/>
				{choice('category', t`Category`, t`All categories`, facets.categories, ({ name, count: n }) => ({
					value: name,
					label: count(categories[name], n),
				}))}
				{choice('country', t`Country`, t`All countries`, facets.countries, ({ code, count: n }) => ({
					value: code,
					label: count(formats.country(code), n),
				}))}
				{choice('city', t`City`, t`All cities`, cityOptions(facets, filters), ({ name, count: n }) => ({
					value: name,
					label: count(name, n),
				}))}
				{filters.when === 'dates' ? (
					<>
						<TextField label={t`From`} name="from" type="date" defaultValue={filters.from} />
						<TextField label={t`To`} name="to" type="date" defaultValue={filters.to} />
					</>
				) : null}
				<div className="col-span-2 flex min-h-11 flex-wrap items-center gap-x-5 gap-y-2 md:ms-1">
					<Checkbox label={t`Online`} name="online" value="true" defaultChecked={filters.online} />
					<Checkbox label={t`Free`} name="free" value="true" defaultChecked={filters.free} />
					<Checkbox label={t`Past events`} name="past" value="true" defaultChecked={filters.past} />
					{countFilters(filters) > 0 || filters.q ? (
						<Link to="/events" className="link text-sm">
							<Trans>Clear filters</Trans>
						</Link>
					) : null}
				</div>
			</div>
		</Form>
	);
}

/** Asks anew when the form has changed; while somebody types, after a pause. */
function useSendChanges(filters: EventFilters) {
	const submit = useSubmit();
	const form = useRef<HTMLFormElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);
	// Whoever follows a link right after typing goes there: a search would take its place.
	useBeforeLink(() => clearTimeout(timer.current));

	const send = (isTyping: boolean) => {
		clearTimeout(timer.current);
		timer.current = setTimeout(
			() => {
				if (!form.current) return;
				const chosen = readFilters(new URLSearchParams(new FormData(form.current) as never));
				void submit(writeFilters(chosen), {
					action: '/events',
					replace: isTyping && filters.q !== '',
					preventScrollReset: true,
				});
			},
			isTyping ? TYPING_PAUSE_MS : 0,
		);
	};
	return { form, send, stop: () => clearTimeout(timer.current) };
}

/** Cities of the chosen country, the chosen one among them even when it is not of the greatest. */
function cityOptions(facets: Facets, filters: EventFilters): { name: string; count: number }[] {
	const byName = new Map<string, number>();
	for (const city of facets.cities) {
		if (filters.country && city.countryCode !== filters.country) continue;
		byName.set(city.name, (byName.get(city.name) ?? 0) + city.count);
	}
	if (filters.city && !byName.has(filters.city)) byName.set(filters.city, 0);
	return [...byName].map(([name, count]) => ({ name, count })).slice(0, 200);
}

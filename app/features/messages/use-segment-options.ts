import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useTrackingLinks } from '#app/features/analytics/api.ts';
import { useQuestions } from '#app/features/questions/api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { useApiQuery } from '#app/lib/api-query.ts';
import { useFormatLocale, useFormats } from '#app/lib/format.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { listDates } from '#shared/contracts/series.ts';
import type { SegmentCondition } from '#shared/rules/messages/segments.ts';
import { type MessagePlace, useListNames } from './api.ts';
import { conditionKinds } from './draft.ts';

const yearMs = 365 * 86_400_000;

export interface SegmentOption {
	value: string;
	label: string;
}

/** What conditions can name, with its names. */
export interface SegmentOptions {
	/** Kinds of conditions that this place has something for. */
	kinds: readonly SegmentCondition['kind'][];
	types: readonly SegmentOption[];
	states: readonly SegmentOption[];
	lists: readonly SegmentOption[];
	questions: readonly (SegmentOption & {
		isConsent: boolean;
		/** Empty: answered with words. */
		choices: readonly SegmentOption[];
	})[];
	sources: readonly SegmentOption[];
	links: readonly SegmentOption[];
	languages: readonly SegmentOption[];
	dates: readonly SegmentOption[];
}

/** Languages that orders are usually placed in; one that a condition names beside them is shown too. */
const usualLanguages = ['ar', 'cs', 'da', 'de', 'en', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'sv', 'tr', 'uk'];

const named = (rows: readonly { id: string; name: string }[] | undefined): SegmentOption[] =>
	(rows ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** @param event the event, or one date of the series: dates of a series have the same ticket types and questions */
export function useSegmentOptions(place: MessagePlace, event: PublicEvent): SegmentOptions {
	const { t } = useLingui();
	const formats = useFormats();
	const locale = useFormatLocale();
	const permissions = event.organisation?.permissions ?? [];
	const types = useTicketTypes(event.id);
	const lists = useListNames(event.id, permissions.includes('check_ins.view'));
	const questions = useQuestions(event.id);
	const links = useTrackingLinks(
		event.organisation?.id ?? '',
		event.id,
		permissions.includes('analytics.view'),
	);
	// Guests of older dates are no longer written to.
	const [from] = useState(() => new Date(Date.now() - yearMs).toISOString().slice(0, 10));
	const dates = useApiQuery(listDates, ['series', place.id, 'dates', 'all', from], {
		params: { series: place.id },
		query: { from, limit: '400' },
		enabled: place.kind === 'series',
	});
	const languageNames = new Intl.DisplayNames(locale, { type: 'language' });
	const options = {
		types: named(types.data?.data),
		states: [
			{ value: 'confirmed', label: t`Confirmed` },
			{ value: 'pending', label: t`Not paid yet` },
			{ value: 'awaiting_approval', label: t`Waiting for your approval` },
		],
		lists: named(lists.data?.data),
		// No condition can name what is in a file.
		questions: (questions.data?.data ?? [])
			.filter(({ kind }) => kind !== 'file')
			.map(({ id, label, kind, choices }) => ({
				...{ value: id, label, isConsent: kind === 'consent' },
				choices: choices.map((choice) => ({ value: choice.id, label: choice.label })),
			})),
		sources: [
			{ value: 'web', label: t`Online` },
			{ value: 'manual', label: t`Added by your team` },
			{ value: 'import', label: t`Imported` },
			{ value: 'door', label: t`At the door` },
		],
		links: (links.data ?? []).map(({ code, label }) => ({ value: code, label })),
		languages: usualLanguages
			.map((value) => ({ value, label: languageNames.of(value) ?? value }))
			.sort((a, b) => a.label.localeCompare(b.label, locale)),
		dates: (dates.data?.data ?? []).flatMap(({ id, startsAt }) =>
			id ? [{ value: id, label: formats.dateTime(startsAt, event.timeZone) }] : [],
		),
	};
	const isOffered: Partial<Record<SegmentCondition['kind'], boolean>> = {
		answer: options.questions.length > 0,
		links: options.links.length > 0,
		dates: place.kind === 'series',
	};
	return { ...options, kinds: conditionKinds.filter((kind) => isOffered[kind] ?? true) };
}

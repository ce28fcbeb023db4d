import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { reviewKey, useReview } from '#app/features/events/review-api.ts';
import { useTicketTypes } from '#app/features/tickets/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { useOwnEvent } from '#app/shell/event-workspace.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { Button } from '#app/ui/button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { takeFocus } from '../create/long-start.tsx';
import { ChangeSheetProvider } from '../edit/ask-about-change.tsx';
import { AutosaveProvider, useSavingState } from '../edit/autosave.tsx';
import { BasicsSection } from '../edit/basics-section.tsx';
import { CoverSection } from '../edit/cover-section.tsx';
import { PageSection } from '../edit/page-section.tsx';
import { PlaceSection } from '../edit/place-section.tsx';
import { SettingsSection } from '../edit/settings-section.tsx';
import { TimesSection } from '../edit/times-section.tsx';
import { UnsavedGuard } from '../edit/unsaved.tsx';
import { GuestView, PHONE } from '../review/guest-view.tsx';
import { FormProgress } from './form-progress.tsx';
import { UndoLine } from './undo-line.tsx';

interface Parts {
	/** Another module's sections. */
	tickets: (event: PublicEvent) => ReactNode;
	questions: (event: PublicEvent) => ReactNode;
}

/** Every field of a draft event, one section after the other, each saved as it is typed. A published event is changed on its edit page. */
export function LongForm({ event: reference, ...parts }: Parts & { event: string }) {
	const { t } = useLingui();
	const read = useOwnEvent(reference);
	const error = readError(read);
	if (error) return <ErrorScreen error={error} />;
	const event = read.data;
	if (event && !event.organisation) return <ErrorScreen error={notFound('Event')} />;
	if (!event) {
		return (
			<PageFrame title={t`Plan every detail`} documentTitle={null} description={'\u00a0'}>
				<Skeleton className="h-dvh w-full" />
			</PageFrame>
		);
	}
	const isOwnDraft = event.status === 'draft' && event.publishedAt === null;
	if (!isOwnDraft || !event.organisation?.permissions.includes('events.edit')) {
		return <Navigate to={`/events/${event.id}/edit`} replace />;
	}
	return (
		<UnsavedGuard>
			<AutosaveProvider event={event.id}>
				<ChangeSheetProvider event={event}>
					<Sections event={event} {...parts} />
				</ChangeSheetProvider>
			</AutosaveProvider>
		</UnsavedGuard>
	);
}

function Sections({ event, tickets, questions }: Parts & { event: PublicEvent }) {
	const { t } = useLingui();
	const review = useFreshReview(event);
	const hasTickets =
		event.externalUrl === '' && (event.organisation?.permissions.includes('tickets.edit') ?? false);
	useFocusAgain();
	const items = [
		{ id: 'basics', label: t`Basics` },
		{ id: 'times', label: t`Date and time` },
		{ id: 'place', label: t`Location` },
		...(hasTickets
			? [
					{ id: 'tickets', label: t`Tickets` },
					{ id: 'questions', label: t`Questions`, isOptional: true },
				]
			: []),
		{ id: 'page', label: t`Description` },
		{ id: 'cover', label: t`Cover` },
		{ id: 'settings', label: t`Settings` },
	];
	return (
		<PageFrame title={t`Plan every detail`} documentTitle={null} description={event.title}>
			<div className="grid items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[12rem_minmax(0,1fr)_22.5rem]">
				<div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-24">
					<FormProgress
						items={items}
						review={review.data}
						columns="grid-cols-2 sm:grid-cols-4 lg:grid-cols-1"
					/>
				</div>
				<div className="flex min-w-0 flex-col gap-6">
					<div data-top-bar className="sticky top-16 z-10 -my-2 border-b border-hairline bg-paper py-2">
						<UndoLine event={event} />
					</div>
					<BasicsSection event={event} />
					<TimesSection event={event} />
					<PlaceSection event={event} />
					{hasTickets ? tickets(event) : null}
					{hasTickets ? questions(event) : null}
					<PageSection event={event} />
					<CoverSection event={event} />
					<SettingsSection event={event} />
					<ToReview event={event} />
				</div>
				<Preview event={event} />
			</div>
		</PageFrame>
	);
}

/** Obstacles to publishing, reloaded after each change of the event or its tickets. */
function useFreshReview(event: PublicEvent) {
	const queries = useQueryClient();
	const review = useReview(event.id);
	const tickets = useTicketTypes(event.id).dataUpdatedAt;
	useEffect(() => {
		if (event.version > 0 && tickets > 0) void queries.invalidateQueries({ queryKey: reviewKey(event.id) });
	}, [queries, event.id, event.version, tickets]);
	return review;
}

/** Whoever typed while the event was created goes on in the same field, before the next key. */
function useFocusAgain() {
	const [caret, setCaret] = useState<{ field: HTMLInputElement; from: number; to: number | null } | null>(
		null,
	);
	useLayoutEffect(() => {
		const focus = takeFocus();
		if (!focus) return;
		// Of the page: its head has a description too.
		const [field] = document.body.querySelectorAll<HTMLElement>(`[name='${focus.name}']`);
		// A date is made of segments here: after the last of them comes the next field.
		const segments = field?.parentElement?.querySelectorAll<HTMLElement>('[role=spinbutton]') ?? [];
		(([...segments].at(-1) ?? field) as HTMLElement | undefined)?.focus({ preventScroll: true });
		if (field === document.activeElement && focus.from !== null)
			setCaret({ field: field as HTMLInputElement, from: focus.from, to: focus.to });
	}, []);
	// Once the sections have put what was typed meanwhile into their fields, which moves the caret.
	useLayoutEffect(() => {
		caret?.field.setSelectionRange(caret.from, caret.to);
	}, [caret]);
}

function ToReview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const navigate = useNavigate();
	const { saveAll } = useSavingState();
	const [isSaving, setIsSaving] = useState(false);
	const [hasFailed, setHasFailed] = useState(false);
	async function go() {
		setIsSaving(true);
		const isSaved = await saveAll();
		setIsSaving(false);
		setHasFailed(!isSaved);
		if (isSaved) await navigate(`/event-review?event=${event.id}`);
	}
	return (
		<div className="flex flex-wrap items-center gap-3">
			<Button size="lg" onClick={() => void go()} isLoading={isSaving}>
				{t`Review and publish`}
			</Button>
			<p role="alert" className="text-sm text-danger">
				{hasFailed ? <Trans>A section could not be saved. See what it says.</Trans> : null}
			</p>
		</div>
	);
}

/** The page as a phone shows it: beside the form where there is room, else folded below it. */
function Preview({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	return (
		<>
			<section
				aria-label={t`Preview`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
				tabIndex={0}
				className="hidden rounded-xl xl:sticky xl:top-24 xl:block xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto"
			>
				<GuestView event={event} />
			</section>
			<details className="lg:col-start-2 xl:hidden">
				<summary className="min-h-11 cursor-pointer font-medium">
					<Trans>Preview</Trans>
				</summary>
				<GuestView event={event} className={clsx('mt-3', PHONE)} />
			</details>
		</>
	);
}

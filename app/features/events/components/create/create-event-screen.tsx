import { Trans, useLingui } from '@lingui/react/macro';
import {
	type ComponentType,
	memo,
	type ReactNode,
	useCallback,
	useDeferredValue,
	useEffect,
	useRef,
	useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useCreateEvent, useEventStep, useRenameOrganisation } from '#app/features/events/api.ts';
import { publishPath } from '#app/features/events/publish-path.ts';
import {
	draftInput,
	type EventDraft,
	emptyDraft,
	forgetDraft,
	isWorthKeeping,
	keepDraft,
	newCoverSeed,
	noTemplate,
	readDraft,
	typedBefore,
} from '#app/features/events/stored-draft.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { formErrors, messageFor } from '#app/lib/form-errors.ts';
import { isPlanLimit, useErrorToast } from '#app/lib/plan-limit.ts';
import { useSession } from '#app/lib/session.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { Select } from '#app/ui/select.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import { toast } from '#app/ui/toast-store.ts';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { isNetworkError } from '#shared/errors/network-error.ts';
import { coverHue } from '#shared/rules/cover/hues.ts';
import { organiserNameFromEmail } from '#shared/rules/organiser-name.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import type { FoldedFieldsProps } from './folded-fields.tsx';
import type { LongStartProps } from './long-start.tsx';

const PosterPreview = lazyPart(
	() => import('./poster-preview.tsx').then((module) => module.PosterPreview),
	null,
);

/** Follows what is typed a moment later: an urgent change before its file is there would take away what the server wrote. */
const Preview = memo(function Preview(props: { draft: EventDraft; change(part: Partial<EventDraft>): void }) {
	const { draft, change } = props;
	return <PosterPreview draft={draft} onShuffle={() => change({ coverSeed: newCoverSeed() })} />;
});

const loadTemplates = () => import('#app/features/events/with-template.ts');
const TemplateLine = lazyPart(
	() => import('./template-line.tsx').then((module) => module.TemplateLine),
	null,
);

type Wish = 'publish' | 'draft';

/** What the server renders: nothing of it is anybody's. */
const blank: EventDraft = {
	title: '',
	startsAtLocal: '',
	endsAtLocal: '',
	timeZone: '',
	format: 'in_person',
	venueName: '',
	address: '',
	city: '',
	countryCode: '',
	onlineUrl: '',
	category: 'other',
	summary: '',
	description: '',
	visibility: 'public',
	coverSeed: 'a new event',
	...noTemplate,
	key: '',
};

/** Templates to choose from beside the form. */
export type Gallery = (choice: { chosen: string; onUse: (card: TemplateCard) => void }) => ReactNode;

/**
 * One screen, two fields to type. Whoever is not signed in types just the same: the draft waits in the browser, and is theirs
 * once they have signed up or in.
 */
export function CreateEventScreen(props: {
	gallery?: Gallery;
	/** Everything beyond title and start: `FoldedFields`, at once or a moment later. */
	details: ComponentType<FoldedFieldsProps>;
	/** `LongStart`, for the long form: a draft event as soon as it can be one, which `/custom-event?event=` goes on with. */
	long?: ComponentType<LongStartProps>;
}) {
	const { gallery, details: Details, long: Long } = props;
	const isLong = Long !== undefined;
	const { t } = useLingui();
	const errorText = useErrorText();
	const showError = useErrorToast();
	const session = useSession();
	const navigate = useNavigate();
	const [search, setSearch] = useSearchParams();
	const [draft, setDraft] = useState<EventDraft>(blank);
	const previewed = useDeferredValue(draft);
	const [organisation, setOrganisation] = useState('');
	const [wish, setWish] = useState<Wish | null>(null);
	const [errors, setErrors] = useState<FormError[]>([]);
	const [isRestored, setRestored] = useState(false);
	const [hasTyped, setTyped] = useState(false);
	const [isOffline, setOffline] = useState(false);
	/** The present wish is the form's own: its errors leave the focus to whoever types. */
	const [isQuiet, setQuiet] = useState(false);
	/** As typed; null: untouched. */
	const [organiser, setOrganiser] = useState<string | null>(null);
	const rename = useRenameOrganisation();
	const create = useCreateEvent();
	const step = useEventStep();
	const isRunning = useRef(false);
	const created: LongStartProps['created'] = useRef(null);
	const form = useRef<HTMLFormElement>(null);

	useEffect(() => {
		const kept = readDraft();
		const typed = typedBefore(form.current);
		const first = { ...(kept ?? emptyDraft()), ...typed };
		if (Object.keys(typed).length > 0) keepDraft(first);
		setDraft(first);
		setRestored(kept !== null && isWorthKeeping(kept));
	}, []);

	// Who is signed in plans in the zone of their organisation, where it has one.
	const zone = session.user?.organisations.find((one) => memberCan(one, 'events.create'))?.defaultTimeZone;
	const isReady = draft.key !== '';
	useEffect(() => {
		if (!isReady || isRestored || !zone) return;
		const own = emptyDraft().timeZone;
		setDraft((before) => (before.timeZone === own ? { ...before, timeZone: zone } : before));
	}, [isReady, isRestored, zone]);

	const change = useCallback((part: Partial<EventDraft>) => {
		setDraft((before) => {
			const next = { ...before, ...part };
			// An end that the new start has overtaken is two hours after it again.
			if (part.startsAtLocal && next.endsAtLocal && next.endsAtLocal <= part.startsAtLocal)
				next.endsAtLocal = '';
			// Without a key it is what the server rendered; the effect above takes over what was typed into that.
			if (next.key !== '' && isWorthKeeping(next) && !created.current) keepDraft(next);
			return next;
		});
		setTyped(true);
	}, []);

	// Back from the sign-up: what was wished for there happens now, without another click.
	const wishInAddress = search.get('then');
	useEffect(() => {
		if (draft.key === '' || session.status !== 'user') return;
		if (wishInAddress !== 'publish' && wishInAddress !== 'draft') return;
		setSearch({}, { replace: true });
		setWish(wishInAddress);
	}, [draft.key, session.status, wishInAddress, setSearch]);

	function ask(next: Wish) {
		const missing: FormError[] = [];
		if (draft.title.trim() === '') missing.push({ name: 'title', message: t`Enter a title.` });
		if (draft.startsAtLocal === '')
			missing.push({ name: 'startsAtLocal', message: t`Choose a start date and time.` });
		setErrors(missing);
		setQuiet(false);
		if (missing.length === 0) setWish(next);
	}

	const organisations = (session.user?.organisations ?? []).filter((one) => memberCan(one, 'events.create'));
	const [own] = organisations;
	// Made of the email at sign-up: nobody has chosen this name yet, and guests are about to read it.
	const isUnnamed =
		organisations.length === 1 && own?.name === organiserNameFromEmail(session.user?.email ?? '');
	const nameToSave =
		isUnnamed && memberCan(own, 'organisation.edit') && organiser?.trim() && organiser.trim() !== own.name
			? organiser.trim()
			: null;

	const fulfil = useCallback(
		async (wished: Wish) => {
			const input = { ...draftInput(draft), ...(organisation ? { organisationId: organisation } : {}) };
			let made: Awaited<ReturnType<typeof create.mutateAsync>>;
			try {
				if (nameToSave && own) await rename.mutateAsync({ organisation: own.id, name: nameToSave });
				made = await create.mutateAsync({ input, key: draft.key });
			} catch (error) {
				// The same key with another text: an earlier try did arrive. Its draft stays in the dashboard.
				if (error instanceof AppError && error.metadata.rule === 'idempotency-key-reused') {
					change({ key: emptyDraft().key });
					if (isQuiet) return;
				}
				setOffline(isNetworkError(error));
				if (isQuiet && isNetworkError(error)) return;
				setErrors(formErrors(error, Object.keys(blank), errorText));
				if (error instanceof AppError && error.status === 401) await navigate(signUpPath(wished, isLong));
				return;
			}
			forgetDraft();
			const [warning] = made.warnings ?? [];
			if (isLong) {
				created.current = { event: made.id, sent: draft };
				return navigate(`/custom-event?event=${made.id}`, { replace: true });
			}
			if (wished === 'draft') {
				if (warning) toast({ variant: 'warning', description: warning.message });
				return navigate(`/events/${made.id}/edit`);
			}
			try {
				await step.mutateAsync({ event: made.id, step: 'publish' });
				return navigate(`/events/${made.id}/share`, { state: { isNew: true, warning: warning?.message } });
			} catch (error) {
				// The event is safe; the edit page says what is missing before it can be published.
				if (isPlanLimit(error)) showError(error);
				else toast({ variant: 'info', title: t`Saved as a draft`, description: errorText(error) });
				return navigate(`/events/${made.id}/edit`);
			}
		},
		[
			draft,
			organisation,
			own,
			nameToSave,
			rename.mutateAsync,
			create.mutateAsync,
			step.mutateAsync,
			navigate,
			isLong,
			isQuiet,
			change,
			errorText,
			showError,
			t,
		],
	);

	useEffect(() => {
		if (!wish || isRunning.current || draft.key === '') return;
		if (session.status === 'loading') return;
		if (session.status === 'guest') {
			keepDraft(draft);
			setWish(null);
			void navigate(signUpPath(wish, isLong));
			return;
		}
		if (session.status === 'failed') {
			setErrors([{ message: errorText(session.error) }]);
			setWish(null);
			return;
		}
		isRunning.current = true;
		void fulfil(wish).finally(() => {
			isRunning.current = false;
			setWish(null);
		});
	}, [wish, session, draft, fulfil, navigate, errorText, isLong]);

	const use = useCallback(async (card: TemplateCard) => {
		const { withTemplate } = await loadTemplates();
		// At once, so that what is selected below is the template's title and typing replaces it.
		flushSync(() => {
			setDraft((before) => {
				const next = withTemplate(before, card, new Date());
				keepDraft(next);
				return next;
			});
			setErrors([]);
		});
		const title = form.current?.elements.namedItem('title');
		if (!(title instanceof HTMLInputElement)) return;
		// After a dialog that closes has given the focus back.
		requestAnimationFrame(() => {
			title.focus({ preventScroll: true });
			title.select();
			title.scrollIntoView({ block: 'center' });
		});
	}, []);

	// A link from elsewhere names the template in the address.
	const named = search.get('template');
	useEffect(() => {
		if (!isReady || !named) return;
		setSearch({}, { replace: true });
		import('#app/features/events/read-template.ts')
			.then(({ readTemplate }) => readTemplate(named))
			.then(use, (error: unknown) => setErrors([{ message: errorText(error) }]));
	}, [isReady, named, setSearch, use, errorText]);

	async function leaveTemplate() {
		const { withoutTemplate } = await loadTemplates();
		const next = withoutTemplate(draft);
		setDraft(next);
		if (isWorthKeeping(next)) keepDraft(next);
		else forgetDraft();
		setErrors([]);
	}

	function startOver() {
		forgetDraft();
		setDraft(emptyDraft());
		setRestored(false);
		setErrors([]);
	}

	const problem = (name: string) => messageFor(errors, name);
	const header = (
		<header className="flex flex-wrap items-end justify-between gap-3">
			<div>
				<h1 tabIndex={-1} className="title-page">
					{gallery ? (
						<Trans>What are you planning?</Trans>
					) : isLong ? (
						<Trans>Plan every detail</Trans>
					) : (
						<Trans>Create an event</Trans>
					)}
				</h1>
				{/* A line for everybody, so that nothing moves once it is known who is here. */}
				<p className="mt-1.5 text-sm text-muted">
					{session.status === 'user' ? (
						<Trans>
							Start from scratch, or{' '}
							<Link to="/dashboard" className="link">
								duplicate one of your events
							</Link>
							.
						</Trans>
					) : (
						<Trans>All it takes is a title and a start.</Trans>
					)}
				</p>
			</div>
			{/* Its line is there before anything is in it, so that nothing moves while somebody types. */}
			<div className={isLong ? 'flex min-h-9 flex-wrap items-center gap-x-3' : undefined}>
				{Long ? (
					<Long
						draft={draft}
						isTyped={hasTyped}
						isSignedIn={session.status === 'user'}
						isSaving={wish !== null}
						isOffline={isOffline}
						created={created}
						onBegin={() => {
							setQuiet(true);
							setWish('draft');
						}}
					/>
				) : null}
				{isRestored && !(isLong && hasTyped) ? (
					<p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
						<Trans>We restored your draft.</Trans>
						<Button variant="ghost" size="sm" onClick={startOver}>
							{t`Discard draft`}
						</Button>
					</p>
				) : null}
			</div>
		</header>
	);
	const fields = (
		<>
			{draft.template ? (
				<TemplateLine draft={draft} onLeave={() => void leaveTemplate()} hasGallery={gallery !== undefined} />
			) : null}
			<Form
				ref={form}
				size="lg"
				errors={errors}
				keepsFocus={isQuiet}
				onSubmit={(event) => {
					event.preventDefault();
					ask(isLong ? 'draft' : 'publish');
				}}
			>
				<TextField
					label={t`Title`}
					name="title"
					value={draft.title}
					maxLength={200}
					onChange={(event) => change({ title: event.target.value })}
					error={problem('title')}
					autoComplete="off"
					dir="auto"
					required
					inputClassName="h-14! font-display text-xl! font-semibold"
				/>
				<DateField
					kind="datetime-local"
					label={t`Starts`}
					name="startsAtLocal"
					value={draft.startsAtLocal}
					onChange={(event) => change({ startsAtLocal: event.target.value })}
					error={problem('startsAtLocal')}
					required
				/>
				{organisations.length > 1 ? (
					<Select
						label={t`Organised by`}
						name="organisationId"
						value={organisation || organisations[0]?.id}
						onChange={(event) => setOrganisation(event.target.value)}
						options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
					/>
				) : null}
				{isUnnamed ? (
					<TextField
						label={t`Organiser name`}
						name="organiserName"
						value={organiser ?? own?.name ?? ''}
						maxLength={120}
						onChange={(event) => setOrganiser(event.target.value)}
						hint={t`Shown to guests on your event pages. You can change it in the settings.`}
						autoComplete="organization"
						isOptional
					/>
				) : null}
				{/* Open sections hold names of countries and zones, which server and browser may spell differently. */}
				{isLong && !isReady ? (
					<Skeleton className="h-dvh w-full" />
				) : (
					<Details draft={draft} onChange={change} problem={problem} isLong={isLong} />
				)}
				<div className="flex flex-wrap items-center gap-3">
					{isLong ? (
						<Button type="submit" size="lg" isLoading={wish !== null}>
							{t`Continue`}
						</Button>
					) : (
						<>
							<Button type="submit" size="lg" isLoading={wish === 'publish'} isDisabled={wish === 'draft'}>
								{t`Publish`}
							</Button>
							<Button
								variant="outline"
								size="lg"
								onClick={() => ask('draft')}
								isLoading={wish === 'draft'}
								isDisabled={wish === 'publish'}
							>
								{t`Save as draft`}
							</Button>
						</>
					)}
					{session.status === 'guest' ? (
						<p className="basis-full text-sm text-muted">
							<Trans>Next you’ll log in or sign up. Your draft is saved in this browser.</Trans>
						</p>
					) : null}
					{isLong ? null : (
						<p className="basis-full text-sm text-muted">
							<Trans>
								Want to set up tickets, questions and policies first?{' '}
								<Link to="/custom-event" className="link">
									Plan every detail
								</Link>
							</Trans>
						</p>
					)}
				</div>
			</Form>
			<noscript>
				<p className="rounded-lg bg-warning-tint p-4">
					<Trans>Creating an event needs JavaScript. Turn it on and reload this page.</Trans>
				</p>
			</noscript>
		</>
	);
	return (
		<div
			className="event-theme flex-1 bg-linear-to-b from-event-wash to-paper to-[40rem]"
			style={{ '--event-hue': coverHue({ seed: draft.coverSeed, category: draft.category }) }}
		>
			{gallery ? (
				<div className="page-width flex flex-col gap-8 py-8 md:py-12">
					{header}
					<div className="grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem]">
						<section
							aria-label={t`Your event`}
							className="flex min-w-0 flex-col gap-6 rounded-xl border bg-surface p-5 md:p-6 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1"
						>
							{fields}
						</section>
						<div className="min-w-0 lg:col-start-1 lg:row-start-1">
							{gallery({ chosen: draft.template, onUse: (card) => void use(card) })}
						</div>
					</div>
				</div>
			) : (
				<div className="page-width grid items-start gap-10 py-8 md:py-12 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_26rem]">
					<div className="flex min-w-0 flex-col gap-8">
						{header}
						{fields}
					</div>
					<div className="md:sticky md:top-24">
						<Preview draft={previewed} change={change} />
					</div>
				</div>
			)}
		</div>
	);
}

/** The sign-up that comes back here and goes on with what was asked for. */
function signUpPath(wish: Wish, isLong: boolean): string {
	const draftPath = isLong ? '/custom-event?then=draft' : '/create-event?then=draft';
	const next = wish === 'publish' ? publishPath : draftPath;
	return `/signup?next=${encodeURIComponent(next)}`;
}

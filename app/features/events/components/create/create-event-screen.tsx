import { Trans, useLingui } from '@lingui/react/macro';
import { type ComponentType, memo, type ReactNode, useDeferredValue, useState } from 'react';
import { Link } from 'react-router';
import { type EventDraft, newCoverSeed } from '#app/features/events/stored-draft.ts';
import { messageFor } from '#app/lib/form-errors.ts';
import { useSession } from '#app/lib/session.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Button } from '#app/ui/button.tsx';
import { DateField } from '#app/ui/date-field.tsx';
import type { FormError } from '#app/ui/error-summary.tsx';
import { Form } from '#app/ui/form.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { TextField } from '#app/ui/text-field.tsx';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { coverHue } from '#shared/rules/cover/hues.ts';
import { fieldProps } from '../field-props.ts';
import { Header } from './create-header.tsx';
import type { DraftFieldsProps } from './group-fields.tsx';
import type { LongStartProps } from './long-start.tsx';
import type { OfferSectionsProps } from './offer-sections.tsx';
import { BASICS_FORM, type Draft, useDraft } from './use-draft.ts';
import { type Organiser, useOrganiser } from './use-organiser.ts';
import { useTemplate } from './use-template.ts';
import { useWish, type Wish } from './use-wish.ts';

const PosterPreview = lazyPart(
	() => import('./poster-preview.tsx').then((module) => module.PosterPreview),
	null,
);

type PreviewPart = ComponentType<{ draft: EventDraft; onShuffle: () => void }>;

/** Follows what is typed a moment later: an urgent change before its file is there would take away what the server wrote. */
const Preview = memo(function Preview(props: {
	as: PreviewPart;
	draft: EventDraft;
	change(part: Partial<EventDraft>): void;
}) {
	const { as: Part, draft, change } = props;
	return <Part draft={draft} onShuffle={() => change({ coverSeed: newCoverSeed() })} />;
});

const OrganiserFields = lazyPart(
	() => import('./organiser-fields.tsx').then((module) => module.OrganiserFields),
	null,
);
const PlanHint = lazyPart(() => import('#app/shell/plan-hint.tsx').then((module) => module.PlanHint), null);
const TemplateLine = lazyPart(
	() => import('./template-line.tsx').then((module) => module.TemplateLine),
	null,
);

export type Wishing = ReturnType<typeof useWish>;

/** What the long form has beyond the short one. */
export interface LongParts {
	/** `LongStart`: a draft event as soon as it can be one, which `/custom-event?event=` goes on with. */
	Start: ComponentType<LongStartProps>;
	Progress: ComponentType<{ draft: EventDraft }>;
	/** Tickets and questions. */
	Offer: ComponentType<OfferSectionsProps>;
	/** The page as a phone shows it. */
	Preview: PreviewPart;
}

/** Templates to choose from beside the form. */
export type Gallery = (choice: { chosen: string; onUse: (card: TemplateCard) => void }) => ReactNode;

/**
 * One screen, two fields to type. Whoever is not signed in types just the same: the draft waits in the browser, and is theirs
 * once they have signed up or in.
 */
export function CreateEventScreen(props: {
	gallery?: Gallery;
	/** Everything beyond title and start: `FoldedFields`, or `OpenFields` in the long form. */
	details: ComponentType<DraftFieldsProps>;
	long?: LongParts;
	/** Beside the form instead of its preview: `DraftReview`. */
	review?: PreviewPart;
}) {
	const { gallery, details: Details, long, review: Review } = props;
	const isLong = long !== undefined;
	const { t } = useLingui();
	const [errors, setErrors] = useState<FormError[]>([]);
	const typed = useDraft();
	const { draft, change, isReady } = typed;
	const previewed = useDeferredValue(draft);
	const organiser = useOrganiser();
	const wishing = useWish(typed, organiser, { isLong, setErrors });
	const template = useTemplate(typed, setErrors);

	function startOver() {
		typed.startOver();
		setErrors([]);
	}

	const header = (
		<Header hasGallery={gallery !== undefined} long={long} typed={typed} onStartOver={startOver} />
	);
	const fields = (
		<>
			{draft.template ? (
				<TemplateLine
					draft={draft}
					onLeave={() => void template.leave()}
					hasGallery={gallery !== undefined}
				/>
			) : null}
			<Fields {...{ errors, typed, organiser, wishing, isLong, long, Details }} />
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
							{gallery({ chosen: draft.template, onUse: (card) => void template.use(card) })}
						</div>
					</div>
				</div>
			) : (
				<div className="page-width grid items-start gap-10 py-8 md:py-12 md:grid-cols-[minmax(0,1fr)_18rem] lg:grid-cols-[minmax(0,1fr)_26rem]">
					<div className="flex min-w-0 flex-col gap-8">
						{header}
						{long ? (
							<div className="min-h-48 sm:min-h-32 md:min-h-48 lg:min-h-32">
								{isReady ? <long.Progress draft={previewed} /> : null}
							</div>
						) : null}
						{long ? (
							// It is there before anything is in it, so that nothing moves while somebody types.
							<div
								data-top-bar
								className="sticky top-16 z-10 -my-2 flex min-h-13 items-center gap-x-3 border-b border-transparent py-2 has-[button]:border-hairline has-[button]:bg-paper"
							>
								<long.Start onStartOver={startOver} {...{ typed, wishing }} />
							</div>
						) : null}
						{fields}
					</div>
					{Review ? (
						<section aria-label={t`Review`} className="min-h-dvh min-w-0">
							{isReady ? (
								<Review draft={previewed} onShuffle={() => change({ coverSeed: newCoverSeed() })} />
							) : null}
						</section>
					) : (
						<div className="min-w-0 md:sticky md:top-24">
							<Preview as={long?.Preview ?? PosterPreview} draft={previewed} change={change} />
						</div>
					)}
				</div>
			)}
		</div>
	);
}

/** The form itself, with what follows it and the buttons. */
function Fields(props: {
	errors: FormError[];
	typed: Draft;
	organiser: Organiser;
	wishing: Wishing;
	isLong: boolean;
	long: LongParts | undefined;
	Details: ComponentType<DraftFieldsProps>;
}) {
	const { errors, organiser, isLong, long, Details } = props;
	const { form, draft, change, isReady } = props.typed;
	const { wish, isQuiet, isUploading, ask } = props.wishing;
	const { t } = useLingui();
	const session = useSession();
	const problem = (name: string) => messageFor(errors, name);
	const field = fieldProps({ values: draft, set: change, problem });
	return (
		<>
			{session.status === 'user' ? (
				<PlanHint organisation={organiser.organisation || organiser.own?.id} need="liveEvents" />
			) : null}
			<Form
				ref={form}
				id={BASICS_FORM}
				className="scroll-mt-24"
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
					{...field('title')}
					maxLength={200}
					autoComplete="off"
					dir="auto"
					required
					inputClassName="h-14! font-display text-xl! font-semibold"
				/>
				<DateField kind="datetime-local" label={t`Starts`} {...field('startsAtLocal')} required />
				{organiser.organisations.length > 1 || organiser.isUnnamed ? (
					<OrganiserFields organiser={organiser} />
				) : null}
				{/* Open sections hold names of countries and zones, which server and browser may spell differently. */}
				{isLong && !isReady ? (
					<Skeleton className="h-dvh w-full" />
				) : (
					<Details draft={draft} onChange={change} problem={problem} />
				)}
			</Form>
			{long && isReady ? (
				<long.Offer
					draft={draft}
					onChange={change}
					problem={problem}
					isBusy={wish !== null && session.status === 'user'}
				/>
			) : null}
			{props.wishing.dialog}
			<Buttons {...{ isLong, wish, isUploading }} isGuest={session.status === 'guest'} onAsk={ask} />
			<noscript>
				<p className="rounded-lg bg-warning-tint p-4">
					<Trans>Creating an event needs JavaScript. Turn it on and reload this page.</Trans>
				</p>
			</noscript>
		</>
	);
}

/** Actions for a draft, and their effects. */
function Buttons(props: {
	isLong: boolean;
	wish: Wish | null;
	isUploading: boolean;
	isGuest: boolean;
	onAsk: (wish: Wish) => void;
}) {
	const { t } = useLingui();
	const { isLong, wish, isUploading, isGuest, onAsk } = props;
	return (
		<div className="controls-lg flex flex-wrap items-center gap-3">
			{isLong ? (
				<Button type="submit" form={BASICS_FORM} size="lg" isLoading={wish !== null}>
					{t`Continue`}
				</Button>
			) : (
				<>
					<Button
						type="submit"
						form={BASICS_FORM}
						size="lg"
						isLoading={wish === 'publish'}
						isDisabled={wish === 'draft'}
					>
						{t`Publish`}
					</Button>
					<Button
						variant="outline"
						size="lg"
						onClick={() => onAsk('draft')}
						isLoading={wish === 'draft'}
						isDisabled={wish === 'publish'}
					>
						{t`Save as draft`}
					</Button>
				</>
			)}
			{isUploading ? (
				<p role="status" className="basis-full text-sm text-muted">
					<Trans>Uploading…</Trans>
				</p>
			) : null}
			{isGuest ? (
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
	);
}

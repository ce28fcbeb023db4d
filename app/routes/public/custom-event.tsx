import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { CreateEventScreen } from '#app/features/events/components/create/create-event-screen.tsx';
import {
	type DraftFieldsProps,
	type DraftGroup,
	GroupFields,
} from '#app/features/events/components/create/group-fields.tsx';
import { ensureTemporal } from '#app/lib/temporal.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PublicHead, pictureOf } from '#app/shell/public-head.tsx';
import { useLoginFirst } from '#app/shell/use-login-first.ts';
import { Card } from '#app/ui/card.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

/** The footer stays below the fold until the form is there. */
const waiting = <div className="min-h-dvh" />;

const loadLongForm = async () => {
	const [module] = await Promise.all([
		import('#app/features/events/components/long/long-form.tsx'),
		ensureTemporal(),
	]);
	return { default: module.LongForm };
};
const LongForm = lazy(loadLongForm);
const loadDraft = async () => {
	const [module] = await Promise.all([import('./custom-event-draft.tsx'), ensureTemporal()]);
	return module;
};
/** A line of text, which says nothing before somebody has typed. */
const LongStart = lazyPart(
	() => import('#app/features/events/components/create/long-start.tsx').then((module) => module.LongStart),
	<p className="min-h-5" />,
);
/** Its frame has the height already. */
const DraftProgress = lazyPart(() => loadDraft().then((module) => module.DraftProgress), null);
const Offer = lazyPart(
	() => loadDraft().then((module) => module.Offer),
	<Skeleton className="h-96 w-full" />,
);

const Preview = lazyPart(() => loadDraft().then((module) => module.DraftPreview), null);

const long = { Start: LongStart, Progress: DraftProgress, Offer, Preview };

const TicketTypesEditor = lazyPart(
	() =>
		import('#app/features/tickets/components/ticket-types-editor.tsx').then(
			(module) => module.TicketTypesEditor,
		),
	<Skeleton className="h-56" />,
);
const QuestionsEditor = lazyPart(
	() =>
		import('#app/features/questions/components/questions-editor.tsx').then(
			(module) => module.QuestionsEditor,
		),
	<Skeleton className="h-56" />,
);

/** /custom-event: every field of an event. It begins in the browser, and goes on with a draft event: ?event=… */
export default function CustomEventPage() {
	const { t } = useLingui();
	const [search] = useSearchParams();
	const event = search.get('event') ?? '';
	const session = useLoginFirst('/custom-event', event);
	useEffect(() => void loadLongForm().catch(() => {}), []);
	return (
		<>
			<PublicHead
				path="/custom-event"
				imageUrl={pictureOf('create-event')}
				title={t`Plan every detail`}
				description={t`Every field of an event on one page, saved as you type.`}
			/>
			{/* One boundary around both: the first form stays until the sections are there, and takes every key until then. */}
			<Suspense fallback={waiting}>
				{event === '' ? (
					<CreateEventScreen details={OpenFields} long={long} />
				) : session.status === 'user' ? (
					<LongForm
						key={event}
						event={event}
						tickets={(own) => <TicketTypesEditor event={own} />}
						questions={(own) => <QuestionsEditor event={own} />}
					/>
				) : (
					waiting
				)}
			</Suspense>
		</>
	);
}

/** Everything beyond title and start in the long form: each group as a section that is open. */
function OpenFields(props: DraftFieldsProps) {
	const { t } = useLingui();
	const section = (group: DraftGroup, title: string) => (
		<Card
			id={group}
			className="scroll-mt-24"
			aria-label={title}
			title={<span className="text-lg">{title}</span>}
		>
			<GroupFields group={group} {...props} isLong />
		</Card>
	);
	return (
		<div className="flex flex-col gap-6">
			{section('times', t`End, zone & repeats`)}
			{section('place', t`Location`)}
			{section('page', t`Description`)}
			{section('cover', t`Cover`)}
			{section('settings', t`Visibility`)}
		</div>
	);
}

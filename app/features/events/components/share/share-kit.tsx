import { useLingui } from '@lingui/react/macro';
import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShareStep } from '#app/features/events/share-steps.ts';
import { useFormats } from '#app/lib/format.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { canonicalPath, codePath } from '#shared/rules/event-paths.ts';
import { NextSteps } from './next-steps.tsx';
import { ShareCard } from './share-card.tsx';

const codes = () => import('./share-codes.tsx');
const QrParts = lazyPart(
	() => codes().then((module) => module.QrParts),
	<Skeleton className="h-44 w-full" />,
);
const Poster = lazyPart(() => codes().then((module) => module.Poster), null);

/** Everything to make an event known: its link with the ways to share it, a text, the QR code as a file and as a poster, the calendar file. */
export function ShareKit(props: {
	event: PublicEvent;
	origin: string;
	/** It was published a moment ago. */
	isNew: boolean;
	steps: readonly ShareStep[];
	/** Another module's card: the event on other sites. */
	embed: ReactNode;
	/** Another module's card of links. */
	links: ReactNode;
}) {
	const { event, origin } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const link = `${origin}${canonicalPath(event)}`;
	const short = `${origin}${codePath(event)}`;
	const when = formats.when(event);
	const date = [when.date, when.time].filter(Boolean).join(', ');
	const place =
		event.format === 'online' ? t`Online` : [event.venueName, event.city].filter(Boolean).join(', ');
	const series = event.series ? `${origin}${canonicalPath(event.series)}` : null;
	const text = [event.title, [date, place].filter(Boolean).join(' · '), event.summary]
		.filter(Boolean)
		.join('\n');
	return (
		<>
			<div className="flex flex-col gap-6 print:hidden">
				<ShareCard event={event} shared={{ title: event.title, text, url: link }} isNew={props.isNew} />
				<NextSteps event={event.id} steps={props.steps} />
				<div className="grid items-start gap-6 lg:grid-cols-2">
					<Card title={t`QR code`} description={t`Opens a simplified page for posters and screens.`}>
						<QrParts value={short} name={event.slug} title={event.title} />
					</Card>
					{series && event.series ? (
						<Card title={t`Link for all dates`} description={t`Always opens the next date of the series.`}>
							<QrParts value={series} name={event.series.slug} title={event.title} isPoster={false} />
						</Card>
					) : null}
					<Card title={t`Share text`} actions={<CopyButton text={`${text}\n${link}`} label={t`Copy`} />}>
						<p className="text-sm whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
							{`${text}\n${link}`}
						</p>
						<ButtonLink
							to={`/api/events/${event.slug}/calendar.ics`}
							isExternal
							variant="outline"
							icon={CalendarPlus}
							className="mt-5"
						>
							{t`Download .ics`}
						</ButtonLink>
					</Card>
				</div>
				{props.embed}
				{props.links}
			</div>
			<Poster {...{ event, date, place }} value={short} />
		</>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import { Video } from 'lucide-react';
import { ButtonLink } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { calendarLinks } from '#shared/rules/calendar-links.ts';
import { calendarEntry } from '../calendar-entry.ts';

interface FactsProps {
	event: ManagedOrder['event'];
	/** Of the order. */
	code: string;
	/** The file for a calendar, which later changes update. */
	calendarUrl: string;
}

/** How to get in online, and the calendar: for guests of a confirmed order. */
export function OrderFacts(props: FactsProps) {
	const { event } = props;
	return (
		<>
			{event.onlineUrl ? (
				<section aria-labelledby="online" className="flex items-start gap-4">
					<span className="grid size-16 flex-none place-items-center rounded-lg border border-edge bg-surface">
						<Icon icon={Video} size={20} />
					</span>
					<div className="min-w-0">
						<h2 id="online" className="text-lg font-medium">
							<Trans>Join online</Trans>
						</h2>
						<a
							href={event.onlineUrl}
							target="_blank"
							rel="noreferrer"
							className="link [overflow-wrap:anywhere]"
						>
							{event.onlineUrl}
						</a>
						<p className="text-sm text-muted">
							<Trans>This link is private. Please don’t share it.</Trans>
						</p>
					</div>
				</section>
			) : null}
			{event.status === 'published' ? <CalendarLinks {...props} /> : null}
		</>
	);
}

/** The event into a calendar: three by link, all others by the file. */
function CalendarLinks({ event, code, calendarUrl }: FactsProps) {
	const { t } = useLingui();
	const links = calendarLinks(calendarEntry(event, t`Registration ${code}`));
	const targets = [
		{ label: 'Google', url: links.google },
		{ label: 'Outlook.com', url: links.outlook },
		{ label: 'Office 365', url: links.office365 },
	];
	return (
		<div className="flex flex-col gap-2 print:hidden">
			<h2 className="text-sm font-medium">
				<Trans>Add to calendar</Trans>
			</h2>
			<div className="flex flex-wrap gap-2">
				{targets.map((target) => (
					<ButtonLink
						key={target.label}
						to={target.url}
						isExternal
						target="_blank"
						rel="noreferrer"
						variant="outline"
					>
						{target.label}
					</ButtonLink>
				))}
				<ButtonLink to={calendarUrl} isExternal variant="outline">
					{t`Apple Calendar or other (.ics)`}
				</ButtonLink>
			</div>
		</div>
	);
}

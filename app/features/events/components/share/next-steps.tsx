import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, FileText, type LucideIcon, ScanLine, Tag } from 'lucide-react';
import { Link } from 'react-router';
import type { ShareStep } from '#app/features/events/share-steps.ts';
import { Icon } from '#app/ui/icon.tsx';

/** What is left to do for an event that is live, each with the page on which it is done. */
export function NextSteps({ event, steps }: { event: string; steps: readonly ShareStep[] }) {
	const { t } = useLingui();
	if (steps.length === 0) return null;
	const texts: Record<ShareStep, { title: string; hint: string; path: string; icon: LucideIcon }> = {
		price: {
			title: t`Set a price or a limit`,
			hint: t`Tickets are free and unlimited now.`,
			path: 'tickets',
			icon: Tag,
		},
		description: {
			title: t`Write the description`,
			hint: t`Describe what guests can expect.`,
			path: 'edit#page',
			icon: FileText,
		},
		door: {
			title: t`Prepare check-in`,
			hint: t`Helpers check guests in with a link, without an account.`,
			path: 'door',
			icon: ScanLine,
		},
	};
	return (
		<section aria-labelledby="next-steps" className="print:hidden">
			<h2 id="next-steps" className="text-lg font-medium">
				<Trans>Next steps</Trans>
			</h2>
			<ul className="mt-3 grid gap-3 md:auto-cols-fr md:grid-flow-col md:gap-6">
				{steps.map((step) => {
					const { title, hint, path, icon } = texts[step];
					return (
						<li key={step}>
							<Link
								to={`/events/${event}/${path}`}
								className="flex h-full min-h-16 items-center gap-3 rounded-lg border bg-surface px-4 py-3 hover:border-control"
							>
								<span className="grid size-9 flex-none place-items-center rounded-full bg-sunken">
									<Icon icon={icon} size={20} />
								</span>
								<span className="min-w-0 flex-1">
									<span className="block font-medium">{title}</span>
									<span className="block text-sm text-muted">{hint}</span>
								</span>
								<Icon icon={ChevronRight} isDirectional className="text-muted" />
							</Link>
						</li>
					);
				})}
			</ul>
		</section>
	);
}

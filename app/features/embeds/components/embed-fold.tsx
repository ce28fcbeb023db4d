import { useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { subjectOf } from '../embed-subject.ts';

const EmbedPart = lazy(() => import('./embed-card.tsx').then((module) => ({ default: module.EmbedPart })));

/** Snippets of an event, folded until they are opened; what is in it stays while it is closed again. */
export function EmbedFold({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const [wasOpened, setWasOpened] = useState(false);
	const subject = subjectOf(event);
	if (!subject) return null;
	return (
		<section aria-label={t`Put it on your website`} className="min-w-0 rounded-lg border bg-surface">
			<details
				className="group"
				onToggle={({ currentTarget }) => setWasOpened(wasOpened || currentTarget.open)}
			>
				<summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 rounded-lg px-5 py-2">
					<h2 className="flex-1 text-lg font-semibold">{t`Put it on your website`}</h2>
					<Icon icon={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
				</summary>
				<div className="px-5 pt-2 pb-5">
					{wasOpened ? (
						<Suspense fallback={<Skeleton className="h-96 w-full" />}>
							<EmbedPart subject={subject} />
						</Suspense>
					) : null}
				</div>
			</details>
		</section>
	);
}

import { Trans, useLingui } from '@lingui/react/macro';
import clsx from 'clsx';
import { Circle, CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useFormats } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import type { ReviewAdvice, ReviewBlocker } from '#shared/rules/event-review.ts';
import { findingSections } from '../review/finding-sections.ts';

interface Findings {
	blockers: { code: ReviewBlocker }[];
	advice: { code: ReviewAdvice }[];
}

type Progress = 'unknown' | 'done' | 'advice' | 'missing' | 'optional';

const looks = {
	unknown: { icon: Circle, className: 'text-muted' },
	optional: { icon: Circle, className: 'text-muted' },
	done: { icon: CircleCheck, className: 'text-success' },
	advice: { icon: CircleAlert, className: 'text-warning' },
	missing: { icon: CircleX, className: 'text-danger' },
};

/** The progress of each section, by the findings of the review, with a link to it. */
export function FormProgress(props: {
	items: { id: string; label: string; isOptional?: boolean; isMissing?: boolean }[];
	review: Findings | undefined;
	/** Classes of the list's columns, for the width of the place it stands in. */
	columns: string;
}) {
	const { items, review, columns } = props;
	const { t } = useLingui();
	const formats = useFormats();
	const words = {
		unknown: '',
		optional: t`optional`,
		done: t`done`,
		advice: t`could be better`,
		missing: t`missing`,
	};
	const hasFinding = (findings: Findings['blockers'] | Findings['advice'], id: string) =>
		findings.some(({ code }) => findingSections[code] === id);
	function progressOf({ id, isOptional, isMissing }: (typeof items)[number]): Progress {
		if (isOptional) return 'optional';
		if (isMissing) return 'missing';
		if (!review) return 'unknown';
		if (hasFinding(review.blockers, id)) return 'missing';
		return hasFinding(review.advice, id) ? 'advice' : 'done';
	}
	const steps = items.map((item) => ({ ...item, progress: progressOf(item) }));
	const count = (progress: Progress) => steps.filter((step) => step.progress === progress).length;
	// What is optional is never due: it is named beside the count, so that every step of the list is in the line above it.
	const due = steps.length - count('optional');
	const [done, all, optional] = [count('done'), due, count('optional')].map(formats.number);
	return (
		<nav aria-label={t`Sections`} className="flex flex-col gap-3">
			<ProgressBar
				label={t`Progress`}
				detail={
					count('optional') === 0 ? (
						<Trans>
							{done} of {all} done
						</Trans>
					) : (
						<Trans>
							{done} of {all} done, {optional} optional
						</Trans>
					)
				}
				value={count('done')}
				max={due}
				tone="success"
			/>
			<ul className={clsx('grid', columns)}>
				{steps.map(({ id, label, progress }) => {
					const { icon, className } = looks[progress];
					return (
						<li key={id}>
							<a
								href={`#${id}`}
								aria-label={words[progress] ? `${label}, ${words[progress]}` : undefined}
								className="flex min-h-9 items-center gap-2 rounded-md px-2 text-sm hover:bg-ink/6"
							>
								<Icon icon={icon} className={clsx('flex-none', className)} />
								<span className="min-w-0">{label}</span>
							</a>
						</li>
					);
				})}
			</ul>
		</nav>
	);
}

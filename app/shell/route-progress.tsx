import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A change of screen that takes longer than this is shown as under way. */
const SLOW_AFTER_MS = 300;
/** And after this it says so in words. */
const VERY_SLOW_AFTER_MS = 6_000;

/** A line at the upper edge while the next screen is on its way over a slow network; the page that is there stays usable. */
export function RouteProgress() {
	const isUnderWay = useNavigation().state !== 'idle';
	const [stage, setStage] = useState<'none' | 'slow' | 'very-slow'>('none');
	useEffect(() => {
		if (!isUnderWay) return setStage('none');
		const timers = [
			setTimeout(() => setStage('slow'), SLOW_AFTER_MS),
			setTimeout(() => setStage('very-slow'), VERY_SLOW_AFTER_MS),
		];
		return () => {
			for (const timer of timers) clearTimeout(timer);
		};
	}, [isUnderWay]);
	return (
		<div role="status" data-print="hide" className="pointer-events-none fixed inset-x-0 top-0 z-50">
			{stage === 'none' ? null : (
				<>
					<span className="block h-0.5 overflow-hidden" aria-hidden="true">
						<span className="progress-unknown block h-full w-2/5 bg-accent" />
					</span>
					<span
						className={
							stage === 'slow'
								? 'sr-only'
								: 'mx-auto mt-2 block w-fit rounded-full bg-ink px-4 py-2 text-sm text-paper shadow-float'
						}
					>
						{stage === 'slow' ? (
							<Trans>Loading …</Trans>
						) : (
							<Trans>This takes longer than usual. Your connection may be slow.</Trans>
						)}
					</span>
				</>
			)}
		</div>
	);
}

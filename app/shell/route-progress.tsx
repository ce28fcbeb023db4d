import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';

/** A change of screen that takes longer than this is announced to who cannot see the line of `UnderWay`. */
const SLOW_AFTER_MS = 300;
/** And after this it is said for all to read. */
const VERY_SLOW_AFTER_MS = 6_000;

/** Words while the next screen is on its way over a slow network; the page that is there stays usable. */
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
			{stage === 'slow' ? (
				<span className="sr-only">
					<Trans>Loading …</Trans>
				</span>
			) : null}
			{stage === 'very-slow' ? (
				<span className="mx-auto mt-2 block w-fit rounded-full bg-ink px-4 py-2 text-sm text-paper shadow-float">
					<Trans>This takes longer than usual. Your connection may be slow.</Trans>
				</span>
			) : null}
		</div>
	);
}

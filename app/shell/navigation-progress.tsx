import { useNavigation } from 'react-router';

/**
 * A line at the upper edge while the next screen is on its way. It is there with the first script of a page, and the style sheet shows it
 * after a moment that a quick change never reaches: somebody on a slow network sees at once that the press was heard.
 */
export function NavigationProgress() {
	if (useNavigation().state === 'idle') return null;
	return (
		<span className="under-way" aria-hidden="true" data-print="hide">
			<span className="progress-unknown block h-full w-2/5 bg-accent" />
		</span>
	);
}

import { useLingui } from '@lingui/react/macro';
import { openFeedback } from './open-feedback.ts';

/** The round button at the lower start corner of every page; the widget itself is loaded later. */
export function FeedbackButton() {
	const { t } = useLingui();
	const label = t`Report a bug or request a feature`;
	return (
		<div className="feedback-place" data-print="hide">
			<button
				type="button"
				aria-label={label}
				title={label}
				aria-haspopup="dialog"
				className="feedback-button"
				onClick={() => void openFeedback()}
			>
				<svg
					width="20"
					height="20"
					viewBox="0 0 24 24"
					fill="none"
					stroke="currentColor"
					strokeWidth="1.75"
					aria-hidden="true"
				>
					<path strokeLinecap="round" strokeLinejoin="round" d="M4 5h16v11h-9l-5 4v-4H4zM12 8v3m0 2.5v.1" />
				</svg>
			</button>
		</div>
	);
}

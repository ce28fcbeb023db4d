import { useEffect, useSyncExternalStore } from 'react';
import { closeFeedback, subscribeToWidget, widgetState } from '../widget-store.ts';

/** Holds the widget's panel, on whatever page; its button stands in the frame of the page. */
export function FeedbackHost() {
	const { panel: Panel, isOpen, type } = useSyncExternalStore(subscribeToWidget, widgetState, widgetState);
	useEffect(() => {
		// The button is no part of this chunk; the style sheet takes it away while the panel is open.
		const { dataset } = document.body;
		if (isOpen) dataset.feedback = 'open';
		else delete dataset.feedback;
	}, [isOpen]);
	if (!Panel) return null;
	return (
		<Panel
			isOpen={isOpen}
			type={type}
			onClose={() => {
				closeFeedback();
				requestAnimationFrame(() =>
					document.querySelector<HTMLElement>('.feedback-button')?.focus({ preventScroll: true }),
				);
			}}
		/>
	);
}

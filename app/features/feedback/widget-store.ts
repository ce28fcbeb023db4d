import type { FeedbackType } from '#shared/rules/feedback.ts';

/** Opens and minimises the widget from anywhere; its panel is loaded when it is first wanted. */
export interface WidgetState {
	/** Null until the panel was opened for the first time. */
	panel: typeof import('./components/feedback-panel.tsx').FeedbackPanel | null;
	isOpen: boolean;
	/** The type that the opener requested. */
	type: FeedbackType;
}

let state: WidgetState = { panel: null, isOpen: false, type: 'bug' };
const listeners = new Set<() => void>();

function change(part: Partial<WidgetState>) {
	state = { ...state, ...part };
	for (const listener of listeners) listener();
}

/** @returns false when the panel could not be loaded: without a connection. */
export async function openFeedback(type?: FeedbackType): Promise<boolean> {
	try {
		const panel = state.panel ?? (await import('./components/feedback-panel.tsx')).FeedbackPanel;
		change({ panel, isOpen: true, ...(type && { type }) });
		return true;
	} catch {
		return false;
	}
}

export function closeFeedback(): void {
	change({ isOpen: false });
}

export function subscribeToWidget(listener: () => void): () => void {
	listeners.add(listener);
	return () => listeners.delete(listener);
}

export const widgetState = (): WidgetState => state;

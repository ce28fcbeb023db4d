import { hueOfColor, textOnColor } from '#shared/rules/brand-color.ts';

/** The colour of buttons as it is, with the text that can be read on it; what else is coloured takes its hue alone. */
export function setAccent(frame: HTMLElement, accent: string | null) {
	const hex = colourOf(accent);
	const hue = hex && hueOfColor(hex);
	const values: Record<string, string | null> = {
		'--accent': hex,
		'--on-accent': hex && textOnColor(hex).text,
		// What the button moves to when it is pointed at: away from its text.
		'--off-accent': hex && (textOnColor(hex).text === '#ffffff' ? '#000000' : '#ffffff'),
		'--accent-hue': hex && String(hue ?? 270),
		'--accent-tint': hex && (hue === null ? '0.1' : '1'),
	};
	for (const [name, value] of Object.entries(values))
		if (value === null) frame.style.removeProperty(name);
		else frame.style.setProperty(name, value);
}

/** `#rrggbb` of `#rrggbb` or `#rgb` in whatever case; null for anything else. */
export function colourOf(accent: string | null): string | null {
	const typed = accent?.trim().toLowerCase() ?? '';
	if (/^#[0-9a-f]{6}$/.test(typed)) return typed;
	return /^#[0-9a-f]{3}$/.test(typed) ? typed.replace(/[0-9a-f]/g, '$&$&') : null;
}

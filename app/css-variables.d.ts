import 'react';

declare module 'react' {
	/** Custom properties may be set inline: `style={{ '--event-hue': 205 }}`. */
	interface CSSProperties {
		[name: `--${string}`]: string | number | undefined;
	}
}

import type { types as BabelTypes, PluginObj } from '@babel/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/**
 * Babel plugin that runs after Lingui's macro and turns the English text of every message descriptor into the token list
 * that Lingui's runtime interpolates. So English needs neither a catalogue nor the ICU parser in the browser: texts travel
 * in the bundle of the route that shows them. A text that does not parse fails the build.
 */
export function precompileMessages({ types: t }: { types: typeof BabelTypes }): PluginObj {
	return {
		name: 'precompile-messages',
		visitor: {
			Program: {
				exit(program) {
					program.traverse({
						ObjectExpression({ node }) {
							if (!node.leadingComments?.some((comment) => comment.value.replace('*', '').trim() === 'i18n'))
								return;
							for (const property of node.properties) {
								if (!t.isObjectProperty(property) || !t.isIdentifier(property.key, { name: 'message' }))
									continue;
								if (!t.isStringLiteral(property.value)) continue;
								property.value = t.valueToNode(compileMessageOrThrow(property.value.value));
							}
						},
					});
				},
			},
		},
	};
}

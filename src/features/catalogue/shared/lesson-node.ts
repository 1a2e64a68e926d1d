/**
 * A part of a text lesson: text, or an element with its attributes and parts. Attributes have React's names.
 * The server makes them from a fixed list of elements and attributes, so a text brings no markup of its own.
 */
export type LessonNode = string | [tag: string, attributes: Record<string, string> | null, ...LessonNode[]];

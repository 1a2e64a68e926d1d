import { createElement, type ReactNode } from 'react';
import type { LessonNode } from '../../../shared/lesson-node.ts';

/** Makes elements of a lesson's parts. The server chose their tags and attributes. */
export const renderNodes = (nodes: readonly LessonNode[]): ReactNode[] =>
  nodes.map((node, key) =>
    typeof node === 'string'
      ? node
      : createElement(node[0], { ...node[1], key }, ...renderNodes(node.slice(2) as LessonNode[])),
  );

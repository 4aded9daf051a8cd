import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** shown instead of children that threw */
  fallback: ReactNode;
  onError?(error: unknown): void;
  children: ReactNode;
}

/** Keeps a rendering error within this part of the page. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

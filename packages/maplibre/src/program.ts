// The program of the agent layer.

export const VERTEX_SHADER = `#version 300 es
uniform mat4 matrix;
uniform float size;
layout(location = 0) in vec2 offset;
void main() {
  gl_Position = matrix * vec4(offset, 0.0, 1.0);
  gl_PointSize = size;
}`;

/**
 * A disc with a soft rim: the outer fifth of the radius fades. The colour is multiplied by its
 * opacity, because MapLibre blends colours that are premultiplied by it.
 */
export const FRAGMENT_SHADER = `#version 300 es
precision mediump float;
uniform vec4 colour;
out vec4 shown;
void main() {
  float far = 2.0 * length(gl_PointCoord - vec2(0.5));
  float cover = 1.0 - smoothstep(0.8, 1.0, far);
  shown = vec4(colour.rgb, 1.0) * (colour.a * cover);
}`;

/** The program of the layer, its buffer of offsets (two f32 per agent) and its uniforms. */
export interface PointProgram {
  readonly program: WebGLProgram;
  readonly array: WebGLVertexArrayObject;
  readonly buffer: WebGLBuffer;
  readonly matrix: WebGLUniformLocation | null;
  readonly size: WebGLUniformLocation | null;
  readonly colour: WebGLUniformLocation | null;
  /** Deletes all from the context that `linkProgram` was given. */
  free(): void;
}

/**
 * Compiles and links the program, and makes its buffer. Throws Error with the driver's log if the
 * driver refuses the program. A lost context is no error: the caller adds the layer again later.
 */
export function linkProgram(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
): PointProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // marks the shader: it is deleted with the program
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    const log = gl.getProgramInfoLog(program);
    gl.deleteProgram(program);
    throw new Error(`the program of the agent layer: ${log}`);
  }
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
  gl.bindVertexArray(null);
  return {
    program,
    array,
    buffer,
    matrix: gl.getUniformLocation(program, 'matrix'),
    size: gl.getUniformLocation(program, 'size'),
    colour: gl.getUniformLocation(program, 'colour'),
    free() {
      gl.deleteProgram(program);
      gl.deleteBuffer(buffer);
      gl.deleteVertexArray(array);
    },
  };
}
